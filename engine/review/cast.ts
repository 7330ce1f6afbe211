import type { Author, EvidenceMessage } from '../../schemas/index.ts';
import type { By, Words } from '../report/index.ts';
import type { BatchFacts } from './batch.ts';

/** Who is who in a batch, and how its clock reads. */
export interface Cast {
  readonly agentName: string;
  name(author: Author): string;
  role(author: Author, words: Words): string;
  group(key: string): string;
  asset(key: string): string;
  /** Name of the zone, such as `UTC+8`. */
  readonly zone: string;
  /** Wall-clock time of an instant, at a precision. */
  clock(instant: string, precision?: EvidenceMessage['ts_precision']): string;
}

/** Who speaks with the agent in a direct chat; null for a group. */
const directActor = (key: string): string | null => /^direct:(.+)$/s.exec(key)?.[1] ?? null;

const MINUTE = 60_000;

export function castOf(facts: BatchFacts): Cast {
  const { world, manifest, summary } = facts;
  const agentName = manifest?.agent.display_name ?? summary?.agent.name ?? '';
  const offset = offsetOf(world?.render.kickoff_local ?? '');
  const actor = (key: string) => world?.actors[key];
  return {
    agentName,
    name: (author) =>
      author.kind === 'agent'
        ? agentName === ''
          ? author.key
          : agentName
        : (actor(author.key)?.display_name ?? author.key),
    role: (author, words) => (author.kind === 'agent' ? words.agentRole : (actor(author.key)?.role ?? '')),
    group: (key) => {
      const speaker = directActor(key);
      if (speaker !== null) return `${actor(speaker)?.display_name ?? speaker} ↔ ${agentName}`;
      return facts.groupNames.get(key) ?? (key === '' || key.startsWith('#') ? key : `#${key}`);
    },
    asset: (key) => world?.assets?.[key]?.title ?? key,
    zone: zoneName(offset),
    clock: (instant, precision = 'ms') => {
      const at = Date.parse(instant);
      if (Number.isNaN(at)) return '';
      return new Date(at + offset * MINUTE).toISOString().slice(11, precision === 'min' ? 16 : 19);
    },
  };
}

export function byOf(author: Author | null): By {
  return author === null ? 'unknown' : author.kind;
}

/** Minutes east of UTC. */
function offsetOf(kickoff: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(kickoff) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -size : size;
}

function zoneName(offset: number): string {
  if (offset === 0) return 'UTC';
  const size = Math.abs(offset);
  const rest = size % 60;
  const minutes = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutes}`;
}
