import { DECLARED, type Declared } from './declared.ts';

export const page = { has_more: true, page_token: '' };
const person = { id: '', name: '', en_name: '', email: '', avatar_url: '' };
const CARD = '/open-apis/cardkit/v1/cards/:card_id';
const CARD_CHANGES = [
  `PUT ${CARD}`,
  `PATCH ${CARD}/settings`,
  `POST ${CARD}/batch_update`,
  `POST ${CARD}/elements`,
  `PUT ${CARD}/elements/:element_id`,
  `PATCH ${CARD}/elements/:element_id`,
  `PUT ${CARD}/elements/:element_id/content`,
  `DELETE ${CARD}/elements/:element_id`,
];
const pin = { message_id: '', chat_id: '', operator_id: '', operator_id_type: '', create_time: '' };
const managers = { data: { chat_managers: [''], chat_bot_managers: [''] } };
/** Cells of which the samples of the single record show none or less: as the declarations and the search have them. */
export const cells = {
  by: person,
  who: [person],
  link: [{ text_arr: [''] }],
  place: {
    address: '',
    adname: '',
    cityname: '',
    full_address: '',
    location: '',
    name: '',
    pname: '',
  },
};
/** Texts may be written as the segments in which they are read. */
export const segments = [
  { type: '', text: '', mentionType: '', mentionNotify: true, token: '', name: '', link: '' },
];
export const message = 'GET /open-apis/im/v1/messages/:message_id';
export const TABLE = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id';

/** Operations of which the corpus has no answer: held against the SDK's type declarations instead. */
export const WITHOUT_SAMPLE: Readonly<Record<string, Declared>> = {
  ...DECLARED,
  'POST /open-apis/im/v1/images': { declared: { data: { image_key: '' } } },
  'GET /open-apis/im/v1/messages/:message_id/resources/:file_key': { declared: { data: { download: '' } } },
  'POST /open-apis/drive/v1/import_tasks': { declared: { data: { ticket: '' } } },
  'GET /open-apis/docs/v1/content': { declared: { data: { content: '' } } },
  'GET /open-apis/im/v1/chats/search': { like: 'GET /open-apis/im/v1/chats' },
  'POST /open-apis/im/v1/chats/:chat_id/managers/add_managers': { declared: managers },
  'POST /open-apis/im/v1/chats/:chat_id/managers/delete_managers': { declared: managers },
  'DELETE /open-apis/im/v1/chats/:chat_id': { declared: { data: {} } },
  'POST /open-apis/im/v1/messages/:message_id/forward': { like: 'POST /open-apis/im/v1/messages' },
  'PATCH /open-apis/im/v1/messages/:message_id/urgent_app': {
    declared: { data: { invalid_user_id_list: [''] } },
  },
  'POST /open-apis/im/v1/pins': { declared: { data: { pin } } },
  'DELETE /open-apis/im/v1/pins/:message_id': { declared: { data: {} } },
  'POST /open-apis/drive/v1/files/create_folder': { declared: { data: { token: '', url: '' } } },
  ...Object.fromEntries(CARD_CHANGES.map((route) => [route, { declared: { data: {} } }])),
  'POST /open-apis/drive/v1/files/:file_token/subscribe': { declared: { data: {} } },
  'DELETE /open-apis/drive/v1/files/:file_token/delete_subscribe': { declared: { data: {} } },
  'GET /open-apis/drive/v1/files/:file_token/get_subscribe': { declared: { data: { is_subscribe: true } } },
  'POST /open-apis/cardkit/v1/cards': { declared: { data: { card_id: '' } } },
  'POST /open-apis/cardkit/v1/cards/id_convert': { declared: { data: { card_id: '' } } },
  'POST /open-apis/im/v1/chats': {
    like: 'GET /open-apis/im/v1/chats/:chat_id',
    declared: { data: { chat_id: '' } },
  },
  'GET /open-apis/im/v1/chats/:chat_id/members': {
    declared: {
      data: {
        items: [{ member_id_type: '', member_id: '', name: '', tenant_key: '' }],
        ...page,
        member_total: 1,
      },
    },
  },
  'DELETE /open-apis/im/v1/chats/:chat_id/members': { declared: { data: { invalid_id_list: [''] } } },
  'GET /open-apis/im/v1/messages': { like: message, declared: { data: page } },
  'GET /open-apis/im/v1/messages/mget': { like: message },
  'POST /open-apis/im/v1/messages/:message_id/reply': { like: 'POST /open-apis/im/v1/messages' },
  'PATCH /open-apis/im/v1/messages/:message_id': { declared: { data: {} } },
  'GET /open-apis/im/v1/messages/:message_id/reactions': {
    declared: {
      data: {
        items: [
          {
            reaction_id: '',
            operator: { operator_id: '', operator_type: '' },
            action_time: '',
            reaction_type: { emoji_type: '' },
          },
        ],
        ...page,
      },
    },
  },
  // in no documentation: as the command-line client reads it
  'POST /open-apis/im/v1/chat_p2p/batch_query': {
    declared: { data: { p2p_chats: [{ chat_id: '', chatter_id: '' }] } },
  },
  'POST /open-apis/contact/v3/departments': { like: 'GET /open-apis/contact/v3/departments/:department_id' },
  'PATCH /open-apis/contact/v3/users/:user_id': { like: 'GET /open-apis/contact/v3/users/:user_id' },
  'POST /open-apis/contact/v3/users/batch_get_id': {
    declared: { data: { user_list: [{ user_id: '', email: '', mobile: '' }] } },
  },
  'POST /open-apis/docx/v1/documents/:document_id/blocks/:block_id/descendant': {
    like: 'POST /open-apis/docx/v1/documents/:document_id/blocks/:block_id/children',
    declared: { data: { block_id_relations: [{ temporary_block_id: '', block_id: '' }] } },
  },
  'DELETE /open-apis/docx/v1/documents/:document_id/blocks/:block_id/children/batch_delete': {
    declared: { data: { client_token: '', document_revision_id: 1 } },
  },
  'POST /open-apis/drive/v1/permissions/:token/members/batch_create': {
    declared: { data: { members: [{ member_type: '', member_id: '', perm: '', perm_type: '', type: '' }] } },
  },
  'POST /open-apis/bitable/v1/apps/:app_token/tables': {
    declared: { data: { table_id: '', default_view_id: '', field_id_list: [''] } },
  },
  [`DELETE ${TABLE}`]: { declared: { data: {} } },
  [`GET ${TABLE}/fields`]: {
    like: `POST ${TABLE}/fields`,
    declared: { data: { items: [{ property: null, description: '' }], ...page, total: 1 } },
  },
  [`PUT ${TABLE}/fields/:field_id`]: { like: `POST ${TABLE}/fields` },
  [`DELETE ${TABLE}/fields/:field_id`]: { declared: { data: { field_id: '', deleted: true } } },
  [`GET ${TABLE}/records`]: {
    declared: {
      data: {
        items: [
          {
            fields: {
              text: '',
              options: [''],
              flag: true,
              ms: 1,
              link: { text: '', link: '' },
              by: person,
              who: [person],
            },
            record_id: '',
          },
        ],
        ...page,
        total: 1,
      },
    },
  },
  [`PUT ${TABLE}/records/:record_id`]: { like: `POST ${TABLE}/records` },
  [`POST ${TABLE}/records/batch_create`]: { like: `POST ${TABLE}/records/batch_update` },
  [`POST ${TABLE}/records/batch_get`]: {
    like: `POST ${TABLE}/records/search`,
    declared: { data: { records: [], forbidden_record_ids: [''], absent_record_ids: [''] } },
  },
  [`DELETE ${TABLE}/records/:record_id`]: { declared: { data: { deleted: true, record_id: '' } } },
};
