/**
 * The history of whose pictures are, as calculated by somebody who has read what undoing promises and has never seen the product. It
 * imports nothing.
 */

export type ModelOwners = { children: readonly string[] } | 'nobody' | 'rejected'
/** The version tells two states with the same owners apart: undoing brings an earlier one back. */
type Holding = { owners: ModelOwners; version: number }
type Change = { pictures: Map<string, { before: Holding; after: Holding }>; isUndone: boolean }

export function createCorrectionModel(files: readonly string[], firstOwner: string) {
  let version = 0
  const now = new Map<string, Holding>(
    files.map((file) => [file, { owners: { children: [firstOwner] }, version: version++ }]),
  )
  const history: Change[] = []

  const write = (after: ReadonlyMap<string, Holding>): number | null => {
    if (after.size === 0) return null
    const pictures = new Map(
      [...after].map(([file, holding]) => [file, { before: now.get(file) as Holding, after: holding }]),
    )
    for (const [file, holding] of after) now.set(file, holding)
    return history.push({ pictures, isUndone: false })
  }

  return {
    /** Changes the owners of files; `next` returns them. Returns the number in the history; null if nothing changed. */
    correct(selected: readonly string[], next: (owners: ModelOwners) => ModelOwners): number | null {
      const after = new Map<string, Holding>()
      for (const file of selected) {
        const { owners } = now.get(file) as Holding
        const changed = next(owners)
        if (textOf(changed) !== textOf(owners)) after.set(file, { owners: changed, version: version++ })
      }
      return write(after)
    },
    undo(number: number): 'undone' | 'unknown' | 'undone before' | 'changed later' {
      const change = history[number - 1]
      if (!change) return 'unknown'
      if (change.isUndone) return 'undone before'
      const isLater = [...change.pictures].some(([file, { after }]) => now.get(file)?.version !== after.version)
      if (isLater) return 'changed later'
      change.isUndone = true
      write(new Map([...change.pictures].map(([file, { before }]) => [file, before])))
      return 'undone'
    },
    /** In alphabetical order. */
    seenBy(child: string): string[] {
      const sees = ({ owners }: Holding) => typeof owners === 'object' && owners.children.includes(child)
      return [...now].flatMap(([file, holding]) => (sees(holding) ? [file] : [])).sort()
    },
    length: () => history.length,
  }
}

const textOf = (owners: ModelOwners) => (typeof owners === 'object' ? owners.children.toSorted().join() : owners)
