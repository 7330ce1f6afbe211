import type * as vscode from 'vscode';

/** Names of the keys that are kept: secrets themselves cannot be listed. */
const NAMES = 'sundowner.modelKeys';
const idOf = (name: string): string => `sundowner.modelKey.${name}`;

/** What a run would be another one with: never a key's name. */
const RESERVED = /^(PATH|HOME|SHELL|NODE_.*|LD_.*|DYLD_.*|ELECTRON_.*|VSCODE_.*|SUNDOWNER_.*)$/i;

/** Whether an environment variable may hold a key. */
export function isKeyName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.test(name);
}

/**
 * Keys of models, in the editor's own store of secrets, by the environment variable that a judge names (`key_env`). They
 * reach the processes that judge, in their environment, and nothing else: no setting, no file, no log.
 */
export class ModelKeys {
  readonly #secrets: vscode.SecretStorage;
  readonly #names: vscode.Memento;
  #values: ReadonlyMap<string, string> = new Map();
  /** Settles when what was kept before has been read. */
  readonly loaded: Promise<void>;

  constructor(secrets: vscode.SecretStorage, names: vscode.Memento) {
    this.#secrets = secrets;
    this.#names = names;
    this.loaded = this.#load();
  }

  get names(): readonly string[] {
    return this.#names.get<readonly string[]>(NAMES, []).filter(isKeyName);
  }

  /** The keys as variables of an environment. */
  get env(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#values);
  }

  /** @throws Error for a name that may hold no key */
  async set(name: string, value: string): Promise<void> {
    if (!isKeyName(name)) throw new Error(`"${name}" cannot be the name of a key`);
    await this.#secrets.store(idOf(name), value);
    await this.#names.update(NAMES, [...new Set([...this.names, name])].sort());
    await this.#load();
  }

  async remove(name: string): Promise<void> {
    await this.#secrets.delete(idOf(name));
    await this.#names.update(
      NAMES,
      this.names.filter((other) => other !== name),
    );
    await this.#load();
  }

  async #load(): Promise<void> {
    const found = new Map<string, string>();
    for (const name of this.names) {
      const value = await this.#secrets.get(idOf(name));
      if (value !== undefined) found.set(name, value);
    }
    this.#values = found;
  }
}
