import { oauthRoutes } from './auth/oauth-routes.ts';
import { authRoutes } from './auth/routes.ts';
import { baseRoutes } from './bitable/base-routes.ts';
import { fieldRoutes } from './bitable/field-routes.ts';
import { recordReadRoutes } from './bitable/record-read-routes.ts';
import { recordWriteRoutes } from './bitable/record-write-routes.ts';
import { attendeeRoutes } from './calendar/attendee-routes.ts';
import { calendarRoutes } from './calendar/calendar-routes.ts';
import { eventRoutes } from './calendar/event-routes.ts';
import { contactRoutes } from './contact/routes.ts';
import { departmentRoutes } from './contact/department-routes.ts';
import { blockRoutes } from './docx/block-routes.ts';
import { documentRoutes } from './docx/document-routes.ts';
import { commentRoutes } from './drive/comment-routes.ts';
import { fileRoutes } from './drive/file-routes.ts';
import { publicRoutes } from './drive/public-routes.ts';
import { subscribeRoutes } from './drive/subscribe-routes.ts';
import { metaRoutes } from './drive/meta-routes.ts';
import { permissionRoutes } from './drive/permission-routes.ts';
import { imFileRoutes } from './files/im-file-routes.ts';
import { importRoutes } from './files/import-routes.ts';
import type { Route } from './http/route.ts';
import { chatRoutes } from './im/chat-routes.ts';
import { cardRoutes } from './cardkit/routes.ts';
import { attentionRoutes } from './im/attention-routes.ts';
import { chatLifeRoutes } from './im/chat-life-routes.ts';
import { forwardRoutes } from './im/forward-routes.ts';
import { pinRoutes } from './im/pin-routes.ts';
import { managerRoutes } from './im/manager-routes.ts';
import { historyRoutes } from './im/history-routes.ts';
import { memberRoutes } from './im/member-routes.ts';
import { messageRoutes } from './im/message-routes.ts';
import { p2pRoutes } from './im/p2p-routes.ts';
import { reactionRoutes } from './im/reaction-routes.ts';
import { tagRoutes } from './im/tag-routes.ts';

/** Every operation of the Open API that this platform speaks, except the long connection's discovery. */
export const openApiRoutes: readonly Route[] = [
  ...authRoutes,
  ...oauthRoutes,
  ...contactRoutes,
  ...departmentRoutes,
  ...chatRoutes,
  ...memberRoutes,
  ...chatLifeRoutes,
  ...managerRoutes,
  ...messageRoutes,
  ...forwardRoutes,
  ...attentionRoutes,
  ...pinRoutes,
  ...cardRoutes,
  ...historyRoutes,
  ...reactionRoutes,
  ...p2pRoutes,
  ...tagRoutes,
  ...imFileRoutes,
  ...importRoutes,
  ...documentRoutes,
  ...blockRoutes,
  ...permissionRoutes,
  ...publicRoutes,
  ...fileRoutes,
  ...subscribeRoutes,
  ...metaRoutes,
  ...commentRoutes,
  ...calendarRoutes,
  ...eventRoutes,
  ...attendeeRoutes,
  ...baseRoutes,
  ...fieldRoutes,
  ...recordReadRoutes,
  ...recordWriteRoutes,
];
