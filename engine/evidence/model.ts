import type { AssetEvidence, EvidenceMessage, TrustedEvent } from '../../schemas/index.ts';

/** A message of the case's scope with its place. */
export interface PlacedMessage {
  readonly message: EvidenceMessage;
  readonly where: 'thread' | 'toplevel' | 'verification';
  /** Turn that it answers, by thread position (by time for top-level messages); null in verification groups. */
  readonly turn: number | null;
  /** Evidence file that holds it, relative to the batch folder. When a wait gate already saw it, that gate's file; else the closing file. */
  readonly path: string;
  /** The case's other evidence files that hold the message with this text: a quote may cite any of them. */
  readonly also?: readonly string[];
  /** Cases in whose windows it falls, this one among them, none of which it can be given to: alone it decides nothing. */
  readonly shared_window?: readonly string[];
}

/** A message of the case's window that belongs to another case: it is no evidence here. */
export interface MessageElsewhere {
  readonly placed: PlacedMessage;
  readonly case_id: string;
  readonly why: string;
}

export interface AssetFile {
  readonly path: string;
  readonly evidence: AssetEvidence;
  /** Of a document that only messages of a shared window link: as with those. */
  readonly shared_window?: readonly string[];
}

/** What was sent to the agent in the case. */
export interface Stimulus {
  readonly step: string;
  readonly message_id: string;
  readonly chat: string;
  readonly ts: string;
  /** Actor key. */
  readonly actor: string;
  readonly text: string;
  /** Turn number for queries and injects; null for conditional lines. */
  readonly turn: number | null;
  /** Why a conditional line was sent. */
  readonly conditional: string | null;
}

/** Everything a judge may read of one case. */
export interface CaseEvidence {
  readonly case_id: string;
  readonly group: string;
  readonly window: { readonly from: string; readonly to: string };
  /** In thread order; then top-level, then verification messages by time. */
  readonly messages: readonly PlacedMessage[];
  /** What belongs to other cases; absent where nothing does. */
  readonly elsewhere?: readonly MessageElsewhere[];
  readonly stimuli: readonly Stimulus[];
  /** Snapshots (before, after) and linked documents. */
  readonly assets: readonly AssetFile[];
  /** Every file in the case's scope, relative to the batch folder, sorted. */
  readonly scope: readonly string[];
  /** Set when the agent wrote nothing in the case's scope. */
  readonly noAgentReply: { readonly reason: string; readonly path: string } | null;
  /** Message ids of the replies that let a wait gate pass. */
  readonly substantive: readonly string[];
  /** What failed in the environment (platform, NPC, collection), when anything did. */
  readonly env: string | null;
  readonly events: readonly TrustedEvent[];
  /** Which playing of the case it is, where earlier ones were cut short: from 2. */
  readonly attempt?: number;
}
