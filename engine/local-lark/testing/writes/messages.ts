import { content, IM } from './paths.ts';
import { after, all, having, made, write, type Shape, type Write } from './write.ts';

const send: Shape = (ids) => ({
  query: { receive_id_type: 'chat_id' },
  body: { receive_id: ids['chat_id'], ...content('more') },
});

const card = (text: string) => ({
  content: JSON.stringify({ elements: [{ tag: 'markdown', content: text }] }),
});
const label: Shape = (ids) => ({
  body: { tag_biz_type: 'chat', biz_entity_id: ids['chat_id'], tag_ids: [ids['tag_id']] },
});
const bots: Shape = (ids) => ({
  ...all(ids),
  query: { member_id_type: 'app_id' },
  body: { id_list: [ids['guest']] },
});
const message = write('im.message.create', `POST ${IM}/messages`, send, { keep: ['made', 'message_id'] });
const recall = write(
  'im.message.delete',
  `DELETE ${IM}/messages/:message_id`,
  made(all, 'message_id', 'made'),
);
const REACTIONS = `${IM}/messages/:message_id/reactions`;
const MANAGERS = `${IM}/chats/:chat_id/managers`;
const manager: Shape = (ids) => ({
  ...all(ids),
  query: { member_id_type: 'union_id' },
  body: { manager_ids: [ids['ann']] },
});
const name = write('im.chat.manager.add', `POST ${MANAGERS}/add_managers`, manager, {
  undo: [`POST ${MANAGERS}/delete_managers`, manager],
  exact: true,
});
const unname = write('im.chat.manager.remove', `POST ${MANAGERS}/delete_managers`, manager);
const RELATION = '/open-apis/im/v2/biz_entity_tag_relation';
const react = write(
  'im.message.reaction.create',
  `POST ${REACTIONS}`,
  having(all, { reaction_type: { emoji_type: 'OK' } }),
  { keep: ['reaction_id', 'reaction_id'], undo: [`DELETE ${REACTIONS}/:reaction_id`, all], exact: true },
);
const unreact = write('im.message.reaction.delete', `DELETE ${REACTIONS}/:reaction_id`, (ids) =>
  all({ reaction_id: 'none', ...ids }),
);
const bind = write('im.tag.bind', `POST ${RELATION}`, label, {
  undo: [`PUT ${RELATION}`, label],
  exact: true,
});
const unbind = write('im.tag.unbind', `PUT ${RELATION}`, label);
const join = write('im.chat.member.add', `POST ${IM}/chats/:chat_id/members`, bots, {
  undo: [`DELETE ${IM}/chats/:chat_id/members`, bots],
  exact: true,
});
const leave = write('im.chat.member.remove', `DELETE ${IM}/chats/:chat_id/members`, bots);
const forwarded: Shape = (ids) => ({
  params: { message_id: ids['message_id'] ?? '' },
  query: { receive_id_type: 'chat_id' },
  body: { receive_id: ids['chat_id'] },
});
const together: Shape = (ids) => ({
  query: { receive_id_type: 'chat_id' },
  body: { receive_id: ids['chat_id'], message_id_list: [ids['message_id'], ids['card']] },
});
const urge: Shape = (ids) => ({
  ...all(ids),
  query: { user_id_type: 'union_id' },
  body: { user_id_list: [ids['ann']] },
});
const pinned: Shape = (ids) => ({ body: { message_id: ids['message_id'] } });
const pin = write('im.pin.create', `POST ${IM}/pins`, pinned, {
  undo: [`DELETE ${IM}/pins/:message_id`, all],
  exact: true,
});
const unpin = write('im.pin.delete', `DELETE ${IM}/pins/:message_id`, all);
const found = write('im.chat.create', `POST ${IM}/chats`, () => ({ body: { name: 'Doomed' } }), {
  keep: ['doomed', 'chat_id'],
});
const disband = write('im.chat.delete', `DELETE ${IM}/chats/:chat_id`, made(all, 'chat_id', 'doomed'));

/** Messages, groups, labels. */
export const messageWrites: readonly Write[] = [
  message,
  after(message, recall, ['im.message.delete']),
  write('im.message.reply', `POST ${IM}/messages/:message_id/reply`, having(all, content('so'))),
  write('im.message.update', `PUT ${IM}/messages/:message_id`, having(all, content('else')), {
    undo: [`PUT ${IM}/messages/:message_id`, having(all, content('first'))],
    exact: true,
  }),
  write(
    ['im.message.patch', 'im.message.update'],
    `PATCH ${IM}/messages/:message_id`,
    made(having(all, card('else')), 'message_id', 'card'),
    {
      undo: [`PATCH ${IM}/messages/:message_id`, made(having(all, card('first')), 'message_id', 'card')],
      exact: true,
    },
  ),
  write('im.message.forward', `POST ${IM}/messages/:message_id/forward`, forwarded),
  write('im.message.merge_forward', `POST ${IM}/messages/merge_forward`, together),
  write('im.message.urgent', `PATCH ${IM}/messages/:message_id/urgent_app`, urge),
  pin,
  after(pin, unpin, ['im.pin.delete']),
  write('im.chat.link', `POST ${IM}/chats/:chat_id/link`, having(all, {})),
  after(found, disband, ['im.chat.delete']),
  react,
  after(react, unreact, ['im.message.reaction.delete']),
  write('im.chat.update', `PUT ${IM}/chats/:chat_id`, having(all, { name: 'Else' }), {
    undo: [`PUT ${IM}/chats/:chat_id`, having(all, { name: 'Ops' })],
    exact: true,
  }),
  join,
  after(join, leave, ['im.chat.member.remove']),
  name,
  after(name, unname, ['im.chat.manager.remove']),
  bind,
  after(bind, unbind, ['im.tag.unbind']),
];
