import type { PackageItem } from '../contract.ts'
import type { PackagePageState } from './packagePageState.ts'

type Page = {
  items(): PackageItem[] | undefined
  /** Shows what was there before. */
  show(items: PackageItem[]): void
  /** After each step, there or back. */
  onStep(): void
}

export type ItemHistory = ReturnType<typeof createItemHistory>

/** Undo and redo of a package: what its items were before each change. */
export function createItemHistory(state: PackagePageState, page: Page) {
  let past: PackageItem[][] = []
  let future: PackageItem[][] = []

  function tell(): void {
    Object.assign(state, { canUndo: past.length > 0, canRedo: future.length > 0 })
  }

  /** What was there is there again, as a further change of each item. */
  function goBack(from: PackageItem[][], to: PackageItem[][]): void {
    const now = page.items()
    const then = from.pop()
    if (!now || !then) return
    to.push(now)
    const versionOf = new Map(now.map(({ uuid, version }) => [uuid, version]))
    page.show(
      then.map((item) => {
        const version = versionOf.get(item.uuid) ?? 0
        return version === item.version ? item : { ...item, version: version + 1 }
      }),
    )
    tell()
    page.onStep()
  }

  return {
    forget() {
      past = []
      future = []
      tell()
    },
    /** One step further, from what the items were before it. */
    step(before: PackageItem[]) {
      past.push(before)
      future = []
      tell()
      page.onStep()
    },
    undo: () => goBack(past, future),
    redo: () => goBack(future, past),
    /** Takes the last step back for good. */
    retract() {
      goBack(past, future)
      future.pop()
      tell()
    },
  }
}
