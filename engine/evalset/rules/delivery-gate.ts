import { parseCheckpoints } from '../checkpoints.ts';
import { tell } from '../told.ts';
import { isWriteCase } from '../write-case.ts';
import { cardsIn } from './cards-in.ts';
import { Findings, type PartRule } from './rule.ts';

/** `delivery-gate-missing`: a write case whose answer scores although nothing was delivered. */
export const deliveryGate: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  for (const { at, card } of cardsIn(kind, file.value)) {
    const { rw_type: type, checkpoints_raw: raw } = card;
    if (!isWriteCase(card) || typeof raw !== 'string') continue;
    const { points, excerpt } = parseCheckpoints(raw);
    // A card without a required point has a finding of its own; a cut one may have had its gate.
    if (excerpt || !points.some((point) => point.kind === 'required')) continue;
    if (points.some((point) => point.delivery_gate)) continue;
    findings.add(
      'warning',
      'delivery-gate-missing',
      { file, at: [...at, 'checkpoints_raw'], locate: { what: 'key' } },
      tell`This is a write case (rw_type "${String(type)}") without a delivery gate, so words alone score. Mark the [必选] point on what is written or sent with [交付门].`,
    );
  }
  return findings.list;
};
