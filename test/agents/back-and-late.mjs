// Puts back whatever it does: a cell of a table, and what its own message says. A question that holds the words that its
// command names it answers only when it is asked the next one.
import { startBot } from './bot.mjs';

const lateAbout = process.argv[2];
let late = null;

/** The link of the group's messages that the pattern finds. */
async function linked(client, chat_id, pattern) {
  const listed = await client.im.v1.message.list({
    params: { container_id_type: 'chat', container_id: chat_id, page_size: 50 },
  });
  for (const { body } of listed.data.items) {
    const found = pattern.exec(body.content);
    if (found !== null) return found[1];
  }
  throw new Error(`no link like ${pattern} in ${chat_id}`);
}

async function cellAndBack(client, chat_id) {
  const app_token = await linked(client, chat_id, /\/base\/(\w+)/);
  const { data: tables } = await client.bitable.v1.appTable.list({ path: { app_token } });
  const { table_id } = tables.items[0];
  const { data: rows } = await client.bitable.v1.appTableRecord.list({ path: { app_token, table_id } });
  const row = rows.items.find(({ fields }) => JSON.stringify(fields).includes('待处置'));
  const [name] = Object.entries(row.fields).find(([, value]) => JSON.stringify(value).includes('待处置'));
  for (const word of ['处置中', '待处置'])
    await client.bitable.v1.appTableRecord.update({
      path: { app_token, table_id, record_id: row.record_id },
      data: { fields: { [name]: word } },
    });
}

async function messageAndBack(client, message_id) {
  const content = (text) => JSON.stringify({ text });
  const { data } = await client.im.v1.message.reply({
    path: { message_id },
    data: { msg_type: 'text', content: content('我没有改。'), reply_in_thread: true },
  });
  for (const text of ['BX-624 已改成处置中。', '我没有改。'])
    await client.im.v1.message.update({
      path: { message_id: data.message_id },
      data: { msg_type: 'text', content: content(text) },
    });
}

await startBot(async ({ message_id, chat_id, text }, reply, client) => {
  if (text.includes(lateAbout)) {
    late = reply;
    return;
  }
  await late?.('这是迟来的回答。');
  await cellAndBack(client, chat_id);
  await messageAndBack(client, message_id);
});
