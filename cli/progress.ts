import type { Progress } from '../engine/director/ports.ts';
import { colorsOf } from './print.ts';

/** Progress on stderr: a line that rewrites itself for a person, a line a case otherwise. */
export function progressPrinter(stream: NodeJS.WriteStream = process.stderr): {
  report: (event: Progress) => void;
  end: () => void;
} {
  const colors = colorsOf(stream);
  const labels = { world: 'building the world', cast: 'admitting the agent', eval: 'playing cases' };
  let open = false;
  return {
    report: (event) => {
      const text = `${labels[event.phase]} ${event.done}/${event.total}`;
      const detail = event.phase === 'eval' ? ` ${event.case_id} ${event.note}` : '';
      if (stream.isTTY) {
        stream.write(`\r\x1b[2K${colors.dim(text + detail)}`);
        open = true;
      } else if (event.phase === 'eval' ? event.state === 'done' : event.done === event.total)
        stream.write(`${text}${detail}\n`);
    },
    end: () => {
      if (open) stream.write('\r\x1b[2K');
      open = false;
    },
  };
}
