import path from 'node:path';
import * as vscode from 'vscode';
import type { Batches } from '../batches/store.ts';
import type { Evalsets } from '../evalsets/evalsets.ts';
import { workingFolder } from '../evalsets/evalsets.ts';
import { sentenceOfError, type Log } from '../log.ts';
import type { Readiness } from '../run/ready.ts';
import type { Runs } from '../run/runs.ts';
import { settingsOf } from '../run/settings.ts';
import { TASK_TYPE, type BatchHow, taskDefinition, wishOf, type TaskDefinition } from './definition.ts';
import { RunTerminal } from './terminal.ts';

export interface TaskPorts {
  readonly runs: Runs;
  readonly batches: Batches;
  readonly evalsets: Evalsets;
  readonly ready: (root: string) => Promise<Readiness>;
  readonly log: Log;
}

/** Tasks of type `sundowner`: those of tasks.json, and one for each evalset and each batch that was stopped. */
export class BatchTasks implements vscode.TaskProvider, vscode.Disposable {
  readonly #ports: TaskPorts;
  readonly #registration: vscode.Disposable;

  constructor(ports: TaskPorts) {
    this.#ports = ports;
    this.#registration = vscode.tasks.registerTaskProvider(TASK_TYPE, this);
  }

  async provideTasks(): Promise<vscode.Task[]> {
    const tasks = (await this.#ports.evalsets.all()).map(({ root }) => this.runTask(root));
    try {
      for (const { batch, state } of await this.#ports.batches.list())
        if (state === 'stopped' && !batch.readonly) tasks.push(this.resumeTask(batch.dir));
    } catch (error) {
      this.#ports.log.warn(`tasks: ${sentenceOfError(error)}`);
    }
    return tasks;
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const parsed = taskDefinition.safeParse(task.definition);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      this.#ports.log.warn(`tasks.json: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
      return undefined;
    }
    const folder = typeof task.scope === 'object' ? task.scope.uri.fsPath : firstFolder();
    if (folder === undefined) return undefined;
    // The very definition object must come back, or the editor takes it for another task.
    return this.#task(parsed.data, task.definition, folder, task.scope, task.name);
  }

  /** The evalset as a new batch. */
  runTask(root: string, how: BatchHow = {}): vscode.Task {
    const cwd = workingFolder(root);
    const evalset = path.relative(cwd, root) || '.';
    const definition = { type: TASK_TYPE, action: 'run', evalset, ...settingsOf(root), ...how } as const;
    return this.#task(
      definition,
      definition,
      cwd,
      scopeOf(cwd),
      vscode.l10n.t('run {0}', path.basename(root)),
    );
  }

  resumeTask(dir: string): vscode.Task {
    const cwd =
      path.basename(path.dirname(dir)) === 'runs' ? path.dirname(path.dirname(dir)) : path.dirname(dir);
    const definition = { type: TASK_TYPE, action: 'resume', batch: dir } as const;
    return this.#task(
      definition,
      definition,
      cwd,
      scopeOf(cwd),
      vscode.l10n.t('resume {0}', path.basename(dir)),
    );
  }

  async #summary(batch: string): Promise<string | null> {
    this.#ports.batches.touch();
    try {
      const found = (await this.#ports.batches.list()).find(
        (one) => path.relative(one.batch.dir, batch) === '',
      );
      return found?.text ?? null;
    } catch {
      return null;
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #task(
    wanted: TaskDefinition,
    definition: vscode.TaskDefinition,
    cwd: string,
    scope: vscode.WorkspaceFolder | vscode.TaskScope | undefined,
    name: string,
  ): vscode.Task {
    const execution = new vscode.CustomExecution(() =>
      Promise.resolve(
        new RunTerminal(wishOf(wanted, cwd), cwd, this.#ports.runs, this.#ports.ready, (batch) =>
          this.#summary(batch),
        ),
      ),
    );
    const task = new vscode.Task(
      definition,
      scope ?? vscode.TaskScope.Workspace,
      name,
      'Sundowner',
      execution,
    );
    task.group = vscode.TaskGroup.Test;
    task.presentationOptions = {
      reveal: vscode.TaskRevealKind.Always,
      panel: vscode.TaskPanelKind.Dedicated,
    };
    return task;
  }
}

const firstFolder = (): string | undefined => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;

function scopeOf(cwd: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(cwd));
}
