/** The budget of a batch, by what it limits. */
export type Limits = Readonly<
  Partial<Record<'minutes' | 'messages' | 'tokens' | 'cost', number | undefined>>
>;

/** What is to be run. Ids and names are data: they become arguments, never parts of a shell line. */
export type RunWish =
  | {
      readonly action: 'run';
      /** Absolute folder of the evalset. */
      readonly evalset: string;
      readonly cases?: readonly string[] | undefined;
      readonly group?: string | undefined;
      /** Time that the run may take, such as `60m`. */
      readonly budget?: string | undefined;
      readonly agent?: string | undefined;
      readonly day0?: string | undefined;
      /** Name or file of a tenant's settings. */
      readonly platform?: string | undefined;
      readonly minScore?: number | undefined;
      /** Name of a fault plan, or its file relative to the folder that the command runs in. */
      readonly faults?: string | undefined;
      readonly keepWorld?: boolean | undefined;
      readonly limits?: Limits | undefined;
    }
  | {
      readonly action: 'resume';
      readonly batch: string;
      readonly minScore?: number | undefined;
      /** Higher ones than those that stopped it. */
      readonly limits?: Limits | undefined;
    }
  | {
      readonly action: 'judge';
      readonly batch: string;
      readonly cases?: readonly string[] | undefined;
      readonly by?: 'rule' | 'manual' | undefined;
    }
  | {
      readonly action: 'score';
      readonly batch: string;
      readonly cases?: readonly string[] | undefined;
      readonly adoptLabels?: boolean | undefined;
    };

/** Work on a batch that stands. */
export type BatchWish = Exclude<RunWish, { action: 'run' }>;

/** The command's arguments. A value never begins an argument of its own, so that one that begins with `-` is no option. */
export function argumentsOf(wish: RunWish, language: string): string[] {
  // When the editor dies, the pipe closes, and the command stops in good order.
  const always = ['--progress=json', '--stop-on-stdin-end', `--language=${language}`];
  const option = (name: string, value: string | number | undefined): string[] =>
    value === undefined || value === '' ? [] : [`--${name}=${value}`];
  const cases = 'cases' in wish ? (wish.cases ?? []).map((id) => `--case=${id}`) : [];
  const limits = Object.entries('limits' in wish ? (wish.limits ?? {}) : {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`--limit=${name}=${value}`],
  );
  switch (wish.action) {
    case 'run':
      return [
        'run',
        ...cases,
        ...option('group', wish.group),
        ...option('budget', wish.budget),
        ...option('agent', wish.agent),
        ...option('day0', wish.day0),
        ...option('platform', wish.platform),
        ...option('min-score', wish.minScore),
        ...option('faults', wish.faults),
        ...limits,
        ...(wish.keepWorld === true ? ['--keep-world'] : []),
        ...always,
        '--',
        wish.evalset,
      ];
    case 'resume':
      return ['run', `--resume=${wish.batch}`, ...option('min-score', wish.minScore), ...limits, ...always];
    case 'judge':
      return ['judge', ...cases, ...option('judge', wish.by), ...always, '--', wish.batch];
    case 'score':
      return [
        'score',
        ...cases,
        ...(wish.adoptLabels === true ? ['--adopt-labels'] : []),
        ...always,
        '--',
        wish.batch,
      ];
  }
}
