// Stands in for VS Code's native log writer, which needs a compiler: appends lines to the file, and nothing else.
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

export const version = 0;
export function setLevel() {}
export function setFlushOn() {}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

export class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    for (const [level, name] of LEVELS.entries()) this[name] = (text) => this.#write(level, name, text);
  }

  #write(level, name, text) {
    if (level < this.#level) return;
    const line = this.#plain ? text : `${new Date().toISOString()} [${name}] ${text}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch {
      // The folder of the logs is removed when the tests end, while the last lines are still on their way.
    }
  }

  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.#plain = true;
  }
  flush() {}
  drop() {}
}

export const createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
export const createAsyncRotatingLogger = createRotatingLogger;
