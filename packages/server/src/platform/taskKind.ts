import type * as z from 'zod'
import type { App } from './app.ts'
import type { TaskLane } from './lanes.ts'

/** A kind of long work, declared by the feature that does it. */
export type TaskKind<Input = unknown, Checkpoint = unknown, Result = unknown> = {
  /** The feature and what is done, such as `letters.write`. Stored: it never changes. */
  readonly name: string
  readonly lane: TaskLane
  /** Ids and options. No text about a person, and no secret: operators see it. */
  readonly input: z.ZodType<Input>
  /** What a run continues from. A stored one that no longer fits, after an upgrade, counts as none. */
  readonly checkpoint?: z.ZodType<Checkpoint>
  /**
   * Does the work and returns its result, which is stored as JSON and shown to operators for 30 days. A process may die at any
   * moment and another one run it again from the last checkpoint, so whatever follows a checkpoint may be repeated without
   * doubling anything. Throws FinalTaskError if trying again is useless, and what `signal` throws when it is aborted.
   */
  run(app: App, task: TaskRun<Input, Checkpoint>): Promise<Result>
}

/** A run of a task. Every write of it throws LostTask once another process has taken the task over. */
export type TaskRun<Input = unknown, Checkpoint = unknown> = {
  readonly id: string
  /** The key of the shop. */
  readonly provider: string
  /** When it was requested. A run that continues has the same time, a finished task that is done again another one. */
  readonly requested: Date
  readonly input: Input
  /** Where the run before it was; null at the first one. */
  readonly resumeFrom: Checkpoint | null
  /** Aborted when somebody cancels the task, the process stops, or another one has taken the task over. */
  readonly signal: AbortSignal
  /** Says how much is done, of how much. Stored about once a second. */
  progress(done: number, total: number): Promise<void>
  /** Adds a line to the log that operators read. The last 200 are stored. */
  log(line: string): Promise<void>
  /** Stores where a later run continues, and starts counting its attempts again. */
  checkpoint(state: Checkpoint): Promise<void>
  /** Has what is stored of the task deleted a day after its end, and not after 30: it may name somebody who was deleted. */
  forgetSoon(): Promise<void>
}

/** Trying again is useless; the message is for operators. */
export class FinalTaskError extends Error {
  override name = 'FinalTaskError'
}

/** Another process has taken the task over: this one must not continue. */
export class LostTask extends Error {
  override name = 'LostTask'
}

/** Somebody has cancelled the task. A run may throw it with the result of the part that is done. */
export class CancelledTask extends Error {
  readonly result: unknown

  constructor(message: string, { result }: { result?: unknown } = {}) {
    super(message)
    this.name = 'CancelledTask'
    this.result = result
  }
}

/** The process stops, and leaves the task to another one. */
export class InterruptedTask extends Error {
  override name = 'InterruptedTask'
}

/** A kind with the types of its input, checkpoint and result checked against each other. */
export function defineTask<Input, Checkpoint = never, Result = null>(
  kind: TaskKind<Input, Checkpoint, Result>,
): TaskKind<Input, Checkpoint, Result> {
  return kind
}

/** The kinds of all features, by name. */
export function taskKindsOf({ features }: Pick<App, 'features'>): Map<string, TaskKind> {
  return new Map(features.flatMap(({ tasks = [] }) => tasks.map((kind) => [kind.name, kind as TaskKind])))
}
