import type { AssetRef, Platform } from '../port.ts';
import { Bases } from './bases.ts';
import { LarkCalls, type RepeatPolicy } from './call.ts';
import { Calendars } from './calendars.ts';
import { Comments } from './comments.ts';
import { Documents } from './documents.ts';
import { Groups } from './groups.ts';
import { Messages } from './messages.ts';
import { paced } from './pace.ts';
import { People } from './people.ts';
import { Labels } from './labels.ts';
import { larkSend } from './sdk.ts';
import type { LarkSettings } from './settings.ts';
import { speaking } from './speak.ts';

/**
 * Lark behind the platform port, through the official SDK.
 * @param zone offset of the tenant, such as `+08:00`: dates in tables are days there
 * @param repeat how failed calls are repeated; `wait` of a batch's clock belongs here
 */
export async function connectLark(
  settings: LarkSettings,
  zone: string,
  signal?: AbortSignal,
  repeat?: Partial<RepeatPolicy>,
): Promise<Platform> {
  const operator = await larkSend(settings, settings.operator);
  const calls = new LarkCalls(
    paced(
      speaking(settings, operator, (app) => larkSend(settings, app)),
      settings,
    ),
    repeat,
  );
  const people = new People(settings, calls);
  await people.learnAll(signal);
  const groups = new Groups(calls, people);
  const documents = new Documents(calls);
  const bases = new Bases(calls, people, zone);
  const messages = new Messages(calls, people);
  const labels = new Labels(calls);
  const comments = new Comments(calls, people);
  const calendars = new Calendars(calls, people);
  const web = settings.web ?? settings.domain;
  return {
    kind: settings.kind,
    createGroup: (input, s) => groups.create(input, s),
    findGroups: (name, s) => groups.find(name, s),
    createDocument: (input, s) => documents.create(input.title, input.markdown, s),
    createBase: (input, s) => bases.create(input, s),
    addRows: (input, s) => bases.addRows(input, s),
    share: (input, s) => groups.share(input.asset, input.to, input.perm, s),
    joinAgent: (input, s) => groups.joinAgent(input.agent, input.chat_id, s),
    labelGroups: (input, s) => labels.put(input, s),
    labels: (chat, s) => labels.on(chat, s),
    comment: (input, s) => comments.create(input, s),
    comments: (token, s) => comments.list(token, s),
    createEvent: (input, s) => calendars.create(input, s),
    readCalendar: (input, s) => calendars.read(input, s),
    send: (input, s) => messages.send(input, s),
    read: (id, s) => messages.read(id, s),
    readThread: (id, s) => messages.thread(id, s),
    readGroup: (input, s) => messages.group(input.chat_id, input.from, s),
    reactions: (id, s) => messages.reactions(id, s),
    readDirect: (input, s) => messages.direct(input, s),
    directReactions: (input, s) => messages.directReactions(input, s),
    readDocument: (token, s) => documents.read(token, s),
    readRows: (base, s) => bases.rows(base, s),
    openBase: (token, s) => bases.open(token, s),
    urlOf: (asset: AssetRef) => `${web}/${asset.kind === 'doc' ? 'docx' : 'base'}/${asset.token}`,
  };
}
