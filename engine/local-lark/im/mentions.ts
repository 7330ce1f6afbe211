import type { Actor, Mention, PrincipalId } from '../core/model.ts';
import type { World } from '../core/world.ts';

const AT_TAG = /<at\s+(?:user_id|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))\s*(?:\/>|>([\s\S]*?)<\/at>)/g;

/** Collects the mentions of one message: the same person keeps one key. */
export class MentionList {
  readonly mentions: Mention[] = [];

  constructor(
    private readonly world: World,
    private readonly actor: Actor,
  ) {}

  /** `@_user_N` for a valid id; undefined for one that names nobody: such a tag is mere text. */
  keyOf(id: string): string | undefined {
    const principal = this.principal(id);
    if (principal === undefined) return undefined;
    const known = this.mentions.find((m) => m.principal === principal);
    if (known !== undefined) return known.key;
    const key = `@_user_${this.mentions.length + 1}`;
    this.mentions.push({ key, principal, name: this.world.nameOf(principal) });
    return key;
  }

  /** Replaces the at tags of a text. A tag with an unknown id leaves its name and mentions nobody. */
  inText(text: string): string {
    return text.replace(AT_TAG, (_tag, a?: string, b?: string, c?: string, name?: string) => {
      const id = a ?? b ?? c ?? '';
      if (id === 'all') return '@_all';
      return this.keyOf(id) ?? name ?? '';
    });
  }

  private principal(id: string): PrincipalId | undefined {
    if (id.startsWith('ou_')) {
      const owner = this.world.openIdOwner(id);
      const client = this.actor.kind === 'app' ? this.actor.app.app_id : this.actor.client?.app_id;
      const foreign = client !== undefined && owner?.app !== client;
      return foreign ? undefined : owner?.principal;
    }
    return (this.world.user(id) ?? this.world.userById(id))?.union_id;
  }
}
