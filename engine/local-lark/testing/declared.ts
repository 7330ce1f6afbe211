export interface Declared {
  /** the operation whose samples show the same object */
  readonly like?: string;
  /** the answer as the SDK's type declarations give it: one value of each type */
  readonly declared?: unknown;
}

const page = { has_more: true, page_token: '' };
const tag = {
  id: '',
  tag_type: '',
  name: '',
  i18n_names: [{ locale: '', name: '' }],
  create_time: '',
  update_time: '',
};
const oidc = {
  data: {
    access_token: '',
    token_type: '',
    expires_in: 1,
    refresh_token: '',
    refresh_expires_in: 1,
    scope: '',
  },
};
const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
const CALENDARS = '/open-apis/calendar/v4/calendars';
const EVENTS = `${CALENDARS}/:calendar_id/events`;
const calendar = {
  calendar_id: '',
  summary: '',
  description: '',
  permissions: '',
  color: 1,
  type: '',
  summary_alias: '',
  is_deleted: true,
  is_third_party: true,
  role: '',
};

/** Labels, comments, calendars and people's tokens of which the corpus has no answer. */
export const DECLARED: Readonly<Record<string, Declared>> = {
  'POST /open-apis/im/v2/tags': {
    declared: { data: { id: '', create_tag_fail_reason: { duplicate_id: '' } } },
  },
  'PATCH /open-apis/im/v2/tags/:tag_id': {
    declared: { data: { tag_info: tag, patch_tag_fail_reason: { duplicate_id: '' } } },
  },
  'POST /open-apis/im/v2/biz_entity_tag_relation': { declared: { data: {} } },
  'PUT /open-apis/im/v2/biz_entity_tag_relation': { declared: { data: {} } },
  'GET /open-apis/im/v2/biz_entity_tag_relation': {
    declared: { data: { tag_info_with_bind_versions: [{ tag_info: tag, bind_version: '' }] } },
  },
  [`POST ${COMMENTS}`]: {
    declared: {
      data: {
        comment_id: '',
        user_id: '',
        create_time: 1,
        update_time: 1,
        is_solved: true,
        has_more: true,
        is_whole: true,
        quote: '',
        reply_list: {
          replies: [
            {
              content: {
                elements: [
                  { type: '', text_run: { text: '' }, docs_link: { url: '' }, person: { user_id: '' } },
                ],
              },
              reply_id: '',
              user_id: '',
              create_time: 1,
              update_time: 1,
              extra: { image_list: [''] },
            },
          ],
        },
      },
    },
  },
  [`PATCH ${COMMENTS}/:comment_id`]: { declared: { data: {} } },
  [`POST ${COMMENTS}/:comment_id/replies`]: {
    declared: {
      data: {
        content: {
          elements: [{ type: '', text_run: { text: '' }, docs_link: { url: '' }, person: { user_id: '' } }],
        },
        reply_id: '',
        user_id: '',
        create_time: 1,
        update_time: 1,
        extra: { image_list: [''] },
      },
    },
  },
  [`PUT ${COMMENTS}/:comment_id/replies/:reply_id`]: { declared: { data: {} } },
  [`DELETE ${COMMENTS}/:comment_id/replies/:reply_id`]: { declared: { data: {} } },
  [`POST ${CALENDARS}/primary`]: { declared: { data: { calendars: [{ calendar, user_id: '' }] } } },
  [`GET ${CALENDARS}/:calendar_id`]: { declared: { data: calendar } },
  [`GET ${EVENTS}`]: {
    like: `POST ${EVENTS}/search`,
    declared: { data: { ...page, sync_token: '', items: [{ create_time: '' }] } },
  },
  [`PATCH ${EVENTS}/:event_id`]: { like: `POST ${EVENTS}` },
  [`DELETE ${EVENTS}/:event_id`]: { declared: { data: {} } },
  [`POST ${EVENTS}/:event_id/reply`]: { declared: { data: {} } },
  [`POST ${EVENTS}/:event_id/attendees/batch_delete`]: { declared: { data: {} } },
  'POST /open-apis/calendar/v4/freebusy/list': {
    declared: { data: { freebusy_list: [{ start_time: '', end_time: '', rsvp_status: '' }] } },
  },
  'POST /oauth/v3/token': {
    declared: {
      access_token: '',
      token_type: '',
      expires_in: 1,
      refresh_token: '',
      refresh_token_expires_in: 1,
      scope: '',
    },
  },
  'POST /open-apis/authen/v1/oidc/access_token': { declared: oidc },
  'POST /open-apis/authen/v1/oidc/refresh_access_token': { declared: oidc },
};
