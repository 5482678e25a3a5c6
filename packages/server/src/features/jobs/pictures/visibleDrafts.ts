import type { App } from '../../../platform/app.ts'
import { withoutWithdrawn } from '../collection.ts'

/** What names subjects in a customer's unfinished work: a design, or the items of a package. */
type DraftContent = {
  subject: string | null
  packageItems?: ReadonlyArray<{ subject: string | null }>
}

/** Those of a customer's drafts without a withdrawn subject. The others stay stored, and are back when the subject is. */
export async function visibleDrafts<D extends { content: DraftContent }>(
  app: App,
  provider: string,
  drafts: readonly D[],
): Promise<D[]> {
  const subjectsIn = ({ content: { subject, packageItems = [] } }: D) =>
    [subject, ...packageItems.map((item) => item.subject)].filter((uuid) => uuid !== null)
  const visible = new Set(await withoutWithdrawn(app, provider, [...new Set(drafts.flatMap(subjectsIn))]))
  return drafts.filter((draft) => subjectsIn(draft).every((uuid) => visible.has(uuid)))
}
