export const IM = '/open-apis/im/v1';
export const DOC = '/open-apis/docx/v1/documents/:document_id';
export const BASE = '/open-apis/bitable/v1/apps/:app_token';
export const T = `${BASE}/tables/:table_id`;
export const PERM = '/open-apis/drive/v1/permissions/:token/members';
export const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
export const V4 = '/open-apis/calendar/v4/calendars';
export const EVENTS = `${V4}/:calendar_id/events`;

export const content = (text: string) => ({ msg_type: 'text', content: JSON.stringify({ text }) });
export const reply = (text: string) => ({
  content: { elements: [{ type: 'text_run', text_run: { text } }] },
});
export const hour = (n: number) => ({
  start_time: { timestamp: String(n) },
  end_time: { timestamp: String(n + 3600) },
});
