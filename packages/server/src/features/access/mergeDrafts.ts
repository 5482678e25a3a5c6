import type { App } from '../../platform/app.ts'
import type { createDrafts } from '../../platform/db/drafts.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { MergeSubjects } from '../../platform/subjectMerge.ts'
import { everHolders } from './forgetSubjects.ts'

/** Changes the subject of something that names one, or leaves it. */
export type ChangeSubject = <S extends string | null>(subject: S) => S | string

/** One subject instead of another one. */
export const replaceSubject =
  (before: string, after: string): ChangeSubject =>
  (subject) =>
    subject === before ? after : subject

/** How to find and change the subjects in the content of a draft. */
type DraftSubjects<C> = {
  of: (content: C) => readonly (string | null)[]
  withSubjects: (content: C, change: ChangeSubject) => C
}

type Drafts<C> = ReturnType<typeof createDrafts<C>>

/**
 * Customers' drafts about one subject are about the other one. One about both cannot be separated again: it stays about the one who is
 * left.
 */
export function mergeDrafts<C>(drafts: Drafts<C>, { of, withSubjects }: DraftSubjects<C>): MergeSubjects {
  return {
    async merge(app: App, provider: Provider, { from, into }, record) {
      const customers = await everHolders(app, provider.key, [from])
      const rewrite = (isOfBoth: boolean, recordIds?: typeof record) =>
        drafts.rewriteOf(
          app,
          provider,
          { customers },
          (content) =>
            of(content).includes(from) && of(content).includes(into) === isOfBoth
              ? withSubjects(content, replaceSubject(from, into))
              : null,
          recordIds,
        )
      await rewrite(false, record)
      await rewrite(true)
    },
    separate: (app, provider, { from, into }, ids) =>
      drafts.rewriteOf(app, provider, { ids }, (content) =>
        of(content).includes(into) ? withSubjects(content, replaceSubject(into, from)) : null,
      ),
  }
}

/** Several kinds of things of one feature: what was recorded says which kind it is. */
export function mergeAll(kinds: Readonly<Record<string, MergeSubjects>>): MergeSubjects {
  return {
    async merge(app, provider, merge, record) {
      for (const [kind, { merge: mergeKind }] of Object.entries(kinds)) {
        await mergeKind(app, provider, merge, (moved) => record(moved.map((each) => `${kind} ${each}`)))
      }
    },
    async separate(app, provider, merge, moved) {
      for (const [kind, { separate }] of Object.entries(kinds)) {
        const own = moved.filter((each) => each.startsWith(`${kind} `)).map((each) => each.slice(kind.length + 1))
        await separate?.(app, provider, merge, own)
      }
    },
  }
}
