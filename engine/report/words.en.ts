import { linked, say } from './sentence.ts';
import type { VoidWritten, Words } from './words.ts';

const plural = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/** What an agent wrote a hidden text in. */
const VOID_WRITTEN: Readonly<Record<VoidWritten, string>> = {
  message: 'message',
  edited: 'message edited away or deleted',
  attachment: 'name of a file',
  document: 'document',
  row: 'table',
  title: 'title',
  operation: 'operation',
};

export const en: Words = {
  locale: 'en',

  outOf: (met, total) => `${met} of ${total}`,
  passed: (met, total) => `${met} of ${total}`,
  because: (head, cause) => say(head, ': ', cause),
  causeSeparator: '; ',
  veto: 'veto triggered',
  gateUnmet: (ids, overridden) =>
    say(
      ...(ids.length === 0 ? ['a delivery gate'] : ['delivery gate ', linked(ids)]),
      ' unmet',
      overridden === 0
        ? ''
        : `, so ${plural(overridden, 'result point')} ${overridden === 1 ? 'counts' : 'count'} as unmet`,
    ),
  unmet: (ids) => say(linked(ids), ' unmet'),
  deducted: (ids) => say(`${plural(ids.length, 'deduction')} triggered (`, linked(ids), ')'),
  noAnswer: (agent, within) => `no answer from ${agent} within ${within}`,
  agentDown: (agent, why) => `${agent} did not answer: its process ${why}`,
  processEnds: {
    exited: (code) => `exited with code ${code}`,
    killed: (signal) => `was ended by ${signal}`,
    notStarted: (detail) => `could not be started: ${detail}`,
  },
  decidedBy: (ids, who) => say(linked(ids), ` decided by ${who}`),
  noMessage: (agent) => `no message of ${agent} in the case's scope`,
  pending: (cause) => say('Pending: ', cause),
  notJudged: 'evidence complete, not judged',
  noRequiredPoint: 'no required point, so there is no score',
  undecided: (ids) => say(linked(ids), ' undecided'),
  environment: (detail) =>
    `Environment failure: no score, the agent is not to blame${detail === '' ? '' : ` (${detail})`}`,
  environmentCause: 'environment failure',
  evidenceMissing: (path) => `${path} is missing`,
  interrupted: 'every playing was cut short by a restart of the run',
  voided: (cause) => `Void: no score, the agent ${cause}`,
  voidCause: 'wrote hidden text',
  voidedBy: (hidden, more) =>
    `wrote hidden text of ${hidden}${more === 0 ? '' : ` and in ${plural(more, 'other place')}`}`,
  voidLine: (quote, written, path, hidden, canary) =>
    `“${quote}” (${VOID_WRITTEN[written]}, ${path}) is ${canary ? 'the canary of' : 'hidden in'} ${hidden}`,
  rerun: 'To be rerun: no score yet',
  rerunCause: 'no score yet',
  empty: (caseId) => `${caseId} has no verdict yet`,
  running: (what) => `Running: ${what}`,
  waitingFor: (agent, turn) => `waiting for ${agent}${turn === null ? '' : `, turn ${turn}`}`,
  steps: (done, total) => `${done} of ${total} steps`,
  waitingQuiet: 'waiting until the agent is quiet',
  stopped: (done, total) => `Stopped: ${done} of ${total} complete`,
  caseStates: {
    PENDING: 'Pending',
    FAIL_ENV: 'Environment failure',
    RERUN: 'To be rerun',
    VOID: 'Void',
    running: 'Running',
    empty: 'Not played',
    queued: 'Waits for its turn',
  },

  noScore: 'no score',
  noScoreBetween: (worst, best) => `no score; between ${worst} and ${best}`,
  vetoScore: (score) => `veto, so ${score}`,
  beforeGate: (n, total) => `${n} of ${total} before the gate`,

  pointStates: {
    met: 'Met',
    unmet: 'Unmet',
    'gate-unmet': 'Delivery gate not passed',
    cannot: 'Can’t judge; needs a person',
    triggered: 'Triggered',
    'not-triggered': 'Not triggered',
    none: 'No verdict',
  },
  countsAsUnmet: (met, gates) =>
    `${met ? 'Met' : 'Can’t judge'}, counts as unmet: ${gates.length === 0 ? 'a delivery gate' : `gate ${gates.join(', ')}`}`,
  gateUndecided: 'Met, but its gate is undecided',
  dimension: (name) =>
    new Map([
      ['rubric', 'wording'],
      ['env', 'environment'],
    ]).get(name) ?? name,

  counting: (scored, planned, states) =>
    `${scored} of ${planned} cases count${states === '' ? '' : ` · ${states}`}`,
  batchRunning: (done, total) => `Running: ${done} of ${total} complete`,
  buildingWorld: 'Running: building the world',
  admittingAgent: 'Running: admitting the agent',
  unreadable: 'Cannot be read',
  why: (reason, detail) =>
    reason === 'foreign'
      ? 'Another tool wrote this batch: it can be read, but not judged, scored or resumed here.'
      : `The journal does not hold together (${detail}): the batch can be read, but not continued. Restore journal.jsonl from a copy, or start a new batch.`,

  agentRole: 'Agent under test',
  label: (kind, turn) => `${kind}, turn ${turn}`,
  conditionalLine: 'Conditional line',
  outsideWindow: 'outside the window',
  sharedWindow: (cases) => `shared window: ${cases}`,
  ofOtherCase: (caseId) => `belongs to case ${caseId}`,
  worldBefore: {
    title: 'What stood in the world before this case',
    order: (before, earlier, beside) =>
      [
        before === '' ? 'no case had run' : `after ${before}${earlier === 0 ? '' : ` and ${earlier} more`}`,
        ...(beside === '' ? [] : [`at the same time as ${beside}`]),
      ].join(' · '),
    fact: (stood, id, caseId, when) =>
      [
        stood === null
          ? 'cannot be told'
          : stood
            ? `stood${when === '' ? '' : ` since ${when}`}`
            : 'did not stand',
        `${id}, left by ${caseId}`,
      ].join(' · '),
    reading: (applies, when, fact, either) =>
      `${applies === null ? 'May be read so' : applies ? (either ? 'Also right here' : 'Read so here') : 'Not read so here'} (${fact} ${when === 'came_about' ? 'stands' : 'does not stand'})`,
  },
  threadNote: (zone) => `this case’s thread · ${zone}`,
  toplevelNote: (zone) => `the agent’s messages outside the thread · ${zone}`,
  checkedNote: (from, to, zone) => `checked group, ${from}–${to} only · ${zone}`,
  rebuiltNote: 'rebuilt from the verdict: the evidence files are not in this folder',
  noMessageInWindow: 'The agent wrote nothing here.',
  fired: (when, actor) => `Fired${when === '' ? '' : ` ${when}`}${actor === '' ? '' : ` · ${actor}`}`,
  notSent: (actor) => `Not sent${actor === '' ? '' : ` · ${actor}`}`,
  undecidedLine: (actor) => `Not sent: no rule could decide${actor === '' ? '' : ` · ${actor}`}`,
  notAsked: (turn, why) => `${turn === null ? 'A question' : `Turn ${turn}`} was not asked: ${why}`,
  tableNote: (from, to) => `${from} → ${to}`,
  readAt: (when) => `read at ${when}`,
  unchangedRows: (n) => plural(n, 'unchanged row'),
  linkedByAgent: 'linked by the agent',
  noChange: 'no change',
  unreadableAsset: (why) => `It could not be read: ${why}`,
  eventsTitle: 'Trusted events',
  eventsNote: (zone) => `Recorded by the platform, not told by the agent · ${zone}`,
  verbs: {
    read: 'Read',
    wrote: 'Wrote',
    created: 'Created',
    deleted: 'Deleted',
    shared: 'Shared',
    sent: 'Sent',
    edited: 'Edited',
    withdrew: 'Withdrew',
    reacted: 'Reacted',
    restored: 'Written, then restored',
    blocked: 'Blocked',
    other: 'Did',
  },
  change: (op, what, before, after) =>
    ({ add: `+ ${what}: ${after}`, remove: `− ${what}: ${before}`, change: `${what}: ${before} → ${after}` })[
      op
    ],
  someone: 'someone',

  labels: {
    noSuchPoint: 'the case has no such point',
    notCarried: (why) =>
      `What you selected cannot carry the verdict (${why}). Select the agent’s own words, at least 8 characters or the whole message.`,
    nothingThere:
      'What you selected is no message, document line or changed cell of this case. Select words in one of them.',
    stale: 'Somebody labelled this case meanwhile. Look at what is there now, then give your verdict again.',
    damaged: 'The label file cannot be read, so nothing was written.',
  },

  problems: {
    noManifest: () =>
      'This batch folder has no manifest.json yet: it is still being made, or its making was stopped. Wait, or start a new batch.',
    lostManifest: () =>
      'manifest.json is missing, though journal.jsonl says that this batch was begun: what the manifest tells of it is not shown. Restore manifest.json from a copy, or start a new batch.',
    notJson: (name, detail) =>
      `${name} is not valid JSON (${detail}): it is half written or was edited. Restore it, or run the stage that writes it again.`,
    badShape: (name, detail) =>
      `${name} does not have the shape that is expected (${detail}): what could be understood is shown.`,
    cannotRead: (name, detail) => `${name} cannot be read (${detail}). Check its permissions, then refresh.`,
    noFile: (name) => `${name} is not a file: it is not opened. Put the file back, then refresh.`,
    gone: () => 'This batch folder is no longer there. Refresh the list, or open it where it is now.',
    tornJournal: () =>
      'The last line of journal.jsonl is unfinished: a run was stopped while it wrote. Resuming the batch mends it.',
    outOfMemory: (caseId) =>
      `${caseId}: there is not enough memory to read its evidence. Close other windows and open it again, or look into the batch folder with another program.`,
    readingEnded: (caseId, detail) =>
      `${caseId}: what read its evidence ended (${detail}). Open it again; if that happens once more, see the log.`,
    badLines: (name, lines) =>
      lines === 1
        ? `${name} has a line that cannot be understood: it is left out. Restore the file from a copy.`
        : `${name} has ${lines} lines that cannot be understood: they are left out. Restore the file from a copy.`,
    missing: (path) =>
      `${path} is missing: what rests on it cannot be checked. Restore it from a copy, or run the case again.`,
    outside: (path) => `A pointer names “${path}”, which lies outside the batch folder: it is not opened.`,
    rebuilt: () =>
      'The evidence files of this case are not in the folder: the thread is rebuilt from the verdict, and quotes are not verified. Put the evidence folder beside results to verify them.',
    notPlayedHere: (caseId) => `Case ${caseId} is not in this batch. Choose a case from its list.`,
    stoppedMidway: (done, total) =>
      `The run stopped in the middle of this case (${done} of ${total} steps). Resume the batch to play it to its end.`,
    frozenEvalset: (detail) =>
      `The frozen evalset of the batch cannot be read (${detail}): titles and storylines may be missing. Restore the batch’s evalset folder from a copy.`,
    noScript: () =>
      'The script of the batch cannot be read: steps and points may be missing. Restore the batch’s script folder from a copy.',
    tooLarge: (name, megabytes) =>
      `${name} has ${megabytes} MB: more than can be read at once. It is left out; open it in another program.`,
  },
};
