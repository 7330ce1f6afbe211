import { tell } from '../../evalset/index.ts';
import type { Check } from '../model.ts';
import { problemOf } from '../problem.ts';
import { scopesOf } from '../scopes.ts';

/** `scope-missing`: an operation of the script needs what the apps of the tenant have not been given. */
export const scopes: Check = ({ tenant, script }) => {
  if (tenant?.scopes == null) return [];
  const given = tenant.scopes;
  return [...scopesOf(script)]
    .filter((scope) => !given.has(scope))
    .map((scope) =>
      problemOf(
        null,
        'blocks',
        'scope-missing',
        tell`The script needs the scope ${scope}, which the platform "${tenant.name}" has not been given. Grant it in the developer console, and add it to its scopes.`,
      ),
    );
};
