// Stands in for VS Code's native module, which needs a compiler: ends the extension host when its parent is gone.
import { setInterval } from 'node:timers';

export function start(pid) {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, 1000).unref();
}

export function exit(code) {
  process.exit(code ?? 0);
}
