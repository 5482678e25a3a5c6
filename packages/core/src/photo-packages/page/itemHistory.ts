import type { PackageItem } from '../contract.ts'
import type { PackagePageState } from './packagePageState.ts'

type Page = {
  items(): PackageItem[] | undefined
  /** Shows the previous items. */
  show(items: PackageItem[]): void
  /** Called after each step, back or forward. */
  onStep(): void
}

export type ItemHistory = ReturnType<typeof createItemHistory>

/** Undo and redo of a package: its items before each change. */
export function createItemHistory(state: PackagePageState, page: Page) {
  let past: PackageItem[][] = []
  let future: PackageItem[][] = []

  function updateState(): void {
    Object.assign(state, { canUndo: past.length > 0, canRedo: future.length > 0 })
  }

  /** Restores previous items, as a further change of each. */
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
    updateState()
    page.onStep()
  }

  return {
    forget() {
      past = []
      future = []
      updateState()
    },
    /** Adds a step, with the items before it. */
    step(before: PackageItem[]) {
      past.push(before)
      future = []
      updateState()
      page.onStep()
    },
    undo: () => goBack(past, future),
    redo: () => goBack(future, past),
    /** Undoes the last step for good. */
    retract() {
      goBack(past, future)
      future.pop()
      updateState()
    },
  }
}
