// Answers outside the thread, by quoting the first message of the group: somebody else's.
import { startBot } from './bot.mjs';

await startBot(async ({ chat_id }, _reply, client) => {
  const listed = await client.im.v1.message.list({
    params: { container_id_type: 'chat', container_id: chat_id, page_size: 1 },
  });
  await client.im.v1.message.reply({
    path: { message_id: listed.data.items[0].message_id },
    data: { msg_type: 'text', content: JSON.stringify({ text: 'said beside the thread' }) },
  });
});
