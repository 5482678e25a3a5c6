import type { JobOptions } from '../jobs/importStore.ts'
import type { MovedClassPicture } from './classPictures.ts'
import type { ImportSource, PlanRequest } from './prepareImport.ts'
import type { Decisions } from './questions.ts'

/** The options of an import. */
export type ImportRequest = Omit<PlanRequest, 'year'> & {
  options?: JobOptions
  /** All portraits were taken in front of a green screen, and are cut out. */
  greenscreen?: boolean
  /** A picture that an earlier import gave to somebody else is taken from them; otherwise it is left out. */
  move?: boolean
  /** What was decided about the questions of a plan, and by whom. */
  decisions?: Decisions
  by?: string
  /** What an interrupted import does with the pictures of classes that are others now: its people may be in them already. */
  classPictures?: readonly MovedClassPicture[]
  /** The run of the task that does it: one that was interrupted continues its entry in the history. */
  run?: string
  /** When it was requested, the same for one that was interrupted. */
  requested?: Date
  /** When it began, which marks them in between. */
  begun?: Date
  /** What was read for the plan, if it is a moment old. */
  source?: ImportSource
  onProgress?: (progress: ImportProgress) => void
  /** Ends the import after the current files. */
  signal?: AbortSignal
}

export type ImportProgress = { done: number; total: number }

/** What an import reads for its plan. */
export function planRequestOf<R extends Pick<ImportRequest, 'options'>>({ options, ...request }: R) {
  const { year, deletion } = options ?? {}
  return { ...request, ...(year !== undefined && { year }), ...(deletion && { deletion }) }
}
