import type { App } from './app.ts'
import type { Provider } from './provider/document.ts'

/** Two subjects of a job are one person: what is stored about `from` becomes about `into`. Both by uuid. */
export type SubjectMerge = { readonly job: string; readonly from: string; readonly into: string }

/** What a feature does with what it stores about two subjects who are one person. */
export type MergeSubjects = {
  /**
   * Makes what is about `from` about `into`, which is in nobody's hands who had neither. `record` is called before each write with what
   * `separate` needs. Repeating it after a crash does the rest.
   */
  readonly merge: (
    app: App,
    provider: Provider,
    merge: SubjectMerge,
    record: (moved: readonly string[]) => Promise<void>,
  ) => Promise<void>
  /** Reverses it by what was recorded, as far as that still exists. Missing if there is nothing to reverse. */
  readonly separate?: (app: App, provider: Provider, merge: SubjectMerge, moved: readonly string[]) => Promise<void>
}
