/**
 * Who sees which picture, as calculated by somebody who has read what an import and the photographer's corrections promise and has
 * never seen the product. It imports nothing.
 */

export type Owners = { children: string[] } | { classes: string[] }
type Holding = { children: Set<string> } | { classes: Set<string> } | 'nobody' | 'rejected'

/** A job with these children, each in a class. */
export function createPictureModel(children: Record<string, string>) {
  const classOf = new Map(Object.entries(children))
  const pictures = new Map<string, Holding>()
  const holdingOf = (owners: Owners): Holding => {
    if ('children' in owners) return owners.children.length > 0 ? { children: new Set(owners.children) } : 'nobody'
    return owners.classes.length > 0 ? { classes: new Set(owners.classes) } : 'nobody'
  }

  return {
    /** Says what becomes of the file: `left out` if it is somebody else's, and moving was not asked for. */
    import(picture: string, owners: Owners, isMove: boolean): 'imported' | 'left out' {
      const now = pictures.get(picture)
      if (now === undefined || now === 'nobody') {
        pictures.set(picture, holdingOf(owners))
        return 'imported'
      }
      if (now === 'rejected') return 'left out'
      if ('children' in now && 'children' in owners) {
        const newcomers = owners.children.filter((child) => !now.children.has(child))
        const strangers = [...now.children].filter((child) => !owners.children.includes(child))
        if (newcomers.length > 0 && strangers.length > 0) {
          if (!isMove) return 'left out'
          pictures.set(picture, holdingOf(owners))
          return 'imported'
        }
        for (const child of newcomers) now.children.add(child)
        return 'imported'
      }
      if ('classes' in now && 'classes' in owners) {
        for (const each of owners.classes) now.classes.add(each)
        return 'imported'
      }
      if (!isMove) return 'left out'
      pictures.set(picture, holdingOf(owners))
      return 'imported'
    },
    move(picture: string, owners: Owners): void {
      if (pictures.has(picture)) pictures.set(picture, holdingOf(owners))
    },
    withdraw(picture: string, from: readonly string[]): void {
      const now = pictures.get(picture)
      if (typeof now !== 'object' || !('children' in now)) return
      for (const child of from) now.children.delete(child)
      if (now.children.size === 0) pictures.set(picture, 'nobody')
    },
    reject(picture: string): void {
      if (pictures.has(picture)) pictures.set(picture, 'rejected')
    },
    delete(picture: string): void {
      pictures.delete(picture)
    },
    changeClass(child: string, to: string): void {
      classOf.set(child, to)
    },
    /** In alphabetical order. */
    seenBy(child: string): string[] {
      const sees = (holding: Holding): boolean => {
        if (typeof holding === 'string') return false
        return 'children' in holding ? holding.children.has(child) : holding.classes.has(classOf.get(child) ?? '')
      }
      return [...pictures].flatMap(([picture, holding]) => (sees(holding) ? [picture] : [])).sort()
    },
    count: () => pictures.size,
  }
}
