import { COMMENTS, DOC, PERM, reply } from './paths.ts';
import { after, all, having, write, type Shape, type Write } from './write.ts';

const member = { member_type: 'unionid', perm: 'view', type: 'user' };
const docx = { query: { file_type: 'docx' } };
const shared = { query: { type: 'docx', member_type: 'unionid' } };
const file: Shape = (ids) => ({ params: { ...ids, file_token: ids['document_id']! } });
const shares: Shape = (ids) => ({
  ...shared,
  params: { token: ids['document_id']!, member_id: ids['ann']! },
});
const page: Shape = (ids) => ({
  params: { document_id: ids['document_id']!, block_id: ids['document_id']! },
});
const CHILDREN = `${DOC}/blocks/:block_id/children`;
const line = { block_type: 2, text: { elements: [{ text_run: { content: 'new' } }] } };
const unline: Shape = having(page, { start_index: 0, end_index: 1 });
const block = write('docx.block.create', `POST ${CHILDREN}`, having(page, { index: 0, children: [line] }), {
  undo: [`DELETE ${CHILDREN}/batch_delete`, unline],
  exact: true,
});
const unblock = write('docx.block.delete', `DELETE ${CHILDREN}/batch_delete`, unline);
const retext = (text: string): Shape =>
  having(all, { update_text_elements: { elements: [{ text_run: { content: text } }] } });
const grant = write(
  'drive.permission.create',
  `POST ${PERM}`,
  (ids) => ({
    ...shares(ids),
    body: { ...member, member_id: ids['ann'] },
  }),
  { undo: [`DELETE ${PERM}/:member_id`, shares], exact: true },
);
const ungrant = write('drive.permission.delete', `DELETE ${PERM}/:member_id`, shares);
const regrant = write(
  'drive.permission.update',
  `PUT ${PERM}/:member_id`,
  having(shares, { ...member, perm: 'edit' }),
);
const say = write(
  'drive.comment.reply.create',
  `POST ${COMMENTS}/:comment_id/replies`,
  (ids) => ({
    ...file(ids),
    ...docx,
    body: reply('more'),
  }),
  {
    keep: ['reply_id', 'reply_id'],
    undo: [`DELETE ${COMMENTS}/:comment_id/replies/:reply_id`, (ids) => ({ ...file(ids), ...docx })],
    exact: true,
  },
);
const unsay = write(
  'drive.comment.reply.delete',
  `DELETE ${COMMENTS}/:comment_id/replies/:reply_id`,
  (ids) => ({
    ...file({ reply_id: 'none', ...ids }),
    ...docx,
  }),
);
const resay = write('drive.comment.reply.update', `PUT ${COMMENTS}/:comment_id/replies/:reply_id`, (ids) => ({
  ...file({ reply_id: 'none', ...ids }),
  ...docx,
  body: reply('else'),
}));
const solve =
  (is_solved: boolean): Shape =>
  (ids) => ({ ...file(ids), ...docx, body: { is_solved } });
const linked = (link_share_entity: string): Shape =>
  having((ids) => ({ params: { token: ids['document_id'] ?? '' }, query: { type: 'docx' } }), {
    link_share_entity,
  });
const OPEN = 'PATCH /open-apis/drive/v2/permissions/:token/public';

/** Documents, who may see them, and what is remarked on them. */
export const documentWrites: readonly Write[] = [
  block,
  after(block, unblock, ['docx.block.delete']),
  write('docx.block.update', `PATCH ${DOC}/blocks/:block_id`, retext('else'), {
    undo: [`PATCH ${DOC}/blocks/:block_id`, retext('line')],
    exact: true,
  }),
  write('drive.public.update', OPEN, linked('tenant_readable'), { undo: [OPEN, linked('closed')] }),
  grant,
  after(grant, ungrant, ['drive.permission.delete']),
  after(grant, regrant, ['drive.permission.update'], ungrant),
  write('drive.comment.create', `POST ${COMMENTS}`, (ids) => ({
    ...file(ids),
    ...docx,
    body: { reply_list: { replies: [reply('another')] } },
  })),
  write('drive.comment.update', `PATCH ${COMMENTS}/:comment_id`, solve(true), {
    undo: [`PATCH ${COMMENTS}/:comment_id`, solve(false)],
    exact: true,
  }),
  say,
  after(say, unsay, ['drive.comment.reply.delete']),
  after(say, resay, ['drive.comment.reply.update']),
];
