import { describe, expect, it } from 'vitest';
import { expandCommand } from './places.ts';

const places = { node: '/opt/node $& bin/node', electron: false, sundowner: '/扩展 one/command' };

describe('an agent’s command', () => {
  it('gets its places to the letter, whatever characters they hold', () => {
    expect(expandCommand(['${node}', '${sundowner}/sample-agent.mjs', '$node'], places)).toEqual({
      command: ['/opt/node $& bin/node', '/扩展 one/command/sample-agent.mjs', '$node'],
      env: {},
    });
  });

  it.each([
    ['${node}', { ELECTRON_RUN_AS_NODE: '1' }],
    ['python3', {}],
  ])('of %s on Electron is told to be Node only where it is Electron', (program, env) => {
    expect(expandCommand([program, 'bot.js'], { ...places, electron: true }).env).toEqual(env);
  });

  it('that needs the bundle is refused where there is none', () => {
    const none = { ...places, sundowner: undefined };
    expect(() => expandCommand(['${node}', '${sundowner}/a.mjs'], none)).toThrow(/give the whole path/);
    expect(expandCommand(['${node}', 'a.mjs'], none).command[1]).toBe('a.mjs');
  });
});
