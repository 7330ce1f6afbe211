import * as vscode from 'vscode';
import type { Log } from '../log.ts';
import type { Refusal } from '../run/ready.ts';
import { TestItems } from './items.ts';
import { EvalsetTestRun, type TestRunPorts } from './run.ts';

/** The cases of the workspace in the Testing view and in the gutter. */
export class CaseTests implements vscode.Disposable {
  readonly #controller = vscode.tests.createTestController('sundowner', 'Sundowner');
  readonly items: TestItems;
  readonly #ports: TestRunPorts;
  readonly #log: Log;

  constructor(ports: TestRunPorts, log: Log) {
    this.#ports = ports;
    this.#log = log;
    this.items = new TestItems(this.#controller, ports.evalsets, log);
    const profile = (label: string, isDefault: boolean, keepWorld: boolean): void => {
      this.#controller.createRunProfile(
        label,
        vscode.TestRunProfileKind.Run,
        async (request) => {
          await this.#handle(request, keepWorld);
        },
        isDefault,
      );
    };
    profile(vscode.l10n.t('Run'), true, false);
    profile(vscode.l10n.t('Run and keep the world'), false, true);
  }

  /** Runs one case as if its gutter icon had been clicked. Resolves to the batch folder, or to why there is none. */
  async runCase(root: string, caseId: string, keepWorld: boolean): Promise<string | Refusal | null> {
    const item = await this.items.ensure(root, caseId);
    if (item === null)
      return { ok: false, why: vscode.l10n.t('{0} is not in an evalset of this workspace.', caseId) };
    const [outcome] = await this.#handle(new vscode.TestRunRequest([item]), keepWorld);
    return outcome ?? null;
  }

  dispose(): void {
    this.items.dispose();
    this.#controller.dispose();
  }

  async #handle(request: vscode.TestRunRequest, keepWorld: boolean): Promise<(string | Refusal | null)[]> {
    // The token of the run is that of the request that the Testing view made.
    const run = this.#controller.createTestRun(request);
    this.#ports.bubbles.clear();
    try {
      const chosen = await this.items.casesBelow(request.include, request.exclude ?? []);
      const outcomes: (string | Refusal | null)[] = [];
      for (const { evalset, cases, whole } of chosen) {
        if (run.token.isCancellationRequested) break;
        const items = new Map<string, vscode.TestItem>();
        for (const card of cases) {
          const item = await this.items.ensure(evalset.root, card.id);
          if (item !== null) items.set(card.id, item);
        }
        outcomes.push(
          await new EvalsetTestRun(run, items, this.#ports).play(evalset, cases, whole, keepWorld),
        );
      }
      return outcomes;
    } catch (error) {
      this.#log.error('test run', error);
      throw error;
    } finally {
      run.end();
    }
  }
}
