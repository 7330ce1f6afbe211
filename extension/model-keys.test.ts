import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { isKeyName, ModelKeys } from './model-keys.ts';

/** The editor's stores, in memory. */
function stores() {
  const secrets = new Map<string, string>();
  const state = new Map<string, unknown>();
  const storage = {
    get: (key: string) => Promise.resolve(secrets.get(key)),
    store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
    delete: (key: string) => Promise.resolve(void secrets.delete(key)),
  } as unknown as vscode.SecretStorage;
  const memento = {
    get: (key: string, otherwise: unknown) => state.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  } as unknown as vscode.Memento;
  return { secrets, state, open: () => new ModelKeys(storage, memento) };
}

describe('keys of models', () => {
  it('are kept as secrets, reach the environment, and are there in the next window', async () => {
    const { open, state } = stores();
    const keys = open();
    await keys.set('STRICT_KEY', 'sk-1');
    await keys.set('OTHER_KEY', 'sk-2');
    await keys.set('STRICT_KEY', 'sk-3');
    expect(keys.env).toEqual({ OTHER_KEY: 'sk-2', STRICT_KEY: 'sk-3' });
    // What is no secret holds the names alone.
    expect(JSON.stringify([...state])).not.toContain('sk-');
    const next = open();
    await next.loaded;
    expect(next.names).toEqual(['OTHER_KEY', 'STRICT_KEY']);
    expect(next.env).toEqual(keys.env);
  });

  it('are gone when they are removed', async () => {
    const { open, secrets } = stores();
    const keys = open();
    await keys.set('A_KEY', 'sk-1');
    await keys.remove('A_KEY');
    expect([keys.names, keys.env, secrets.size]).toEqual([[], {}, 0]);
  });

  it.each(['PATH', 'path', 'NODE_OPTIONS', 'LD_PRELOAD', 'ELECTRON_RUN_AS_NODE', 'A-B', '1A', '', 'A B'])(
    'never have the name %j',
    async (name) => {
      const keys = stores().open();
      expect(isKeyName(name)).toBe(false);
      await expect(keys.set(name, 'x')).rejects.toThrow('cannot be the name of a key');
    },
  );
});
