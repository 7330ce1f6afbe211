import { cardWrites } from './cards.ts';
import { directoryWrites } from './directory.ts';
import { documentWrites } from './documents.ts';
import { eventWrites } from './events.ts';
import { messageWrites } from './messages.ts';
import { tableWrites } from './tables.ts';
import type { Write } from './write.ts';

export { reads } from './reads.ts';
export { stage, type Stage } from './stage.ts';

/** A write of every kind that can be refused. */
export const WRITES: readonly Write[] = [
  ...messageWrites,
  ...documentWrites,
  ...tableWrites,
  ...eventWrites,
  ...directoryWrites,
  ...cardWrites,
];

/** Writes that anybody may do in his own name, so that there is nothing to refuse: the tour does each. */
export const FREE: readonly string[] = [
  'im.chat.create',
  'cardkit.card.create',
  // not refused for what it is, but for want of a scope
  'contact.department.create',
  'docx.document.create',
  'drive.folder.create',
  'bitable.app.create',
  'im.image.create',
  'im.file.create',
  'drive.media.upload',
  'drive.import.create',
  'im.tag.create',
  'im.tag.update',
  'calendar.create',
  // about oneself only
  'calendar.event.reply',
];
