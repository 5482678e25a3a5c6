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
  /** Pictures whose owners a person has decided since the last import that assigned them. */
  const decided = new Set<string>()
  const holdingOf = (owners: Owners): Holding => {
    if ('children' in owners) return owners.children.length > 0 ? { children: new Set(owners.children) } : 'nobody'
    return owners.classes.length > 0 ? { classes: new Set(owners.classes) } : 'nobody'
  }

  return {
    /** Says what becomes of the file: `left out` if it is somebody else's, and moving was not asked for. */
    import(picture: string, owners: Owners, isMove: boolean): 'imported' | 'left out' {
      const now = pictures.get(picture)
      const assign = (): 'imported' => {
        pictures.set(picture, holdingOf(owners))
        decided.delete(picture)
        return 'imported'
      }
      if (now === undefined) return assign()
      if (now === 'nobody') return decided.has(picture) && !isMove ? 'left out' : assign()
      if (now === 'rejected') return 'left out'
      const isSameKind = 'children' in now === 'children' in owners
      if (!isSameKind) return isMove ? assign() : 'left out'
      const before = 'children' in now ? now.children : now.classes
      const planned = 'children' in owners ? owners.children : owners.classes
      const newcomers = planned.filter((each) => !before.has(each))
      const strangers = [...before].filter((each) => !planned.includes(each))
      if ('children' in now) {
        // One of its children is not planned any more: that stays unless somebody has decided it or asks for it.
        if (newcomers.length === 0 && (strangers.length === 0 || decided.has(picture))) return 'imported'
        return isMove ? assign() : 'left out'
      }
      if (newcomers.length === 0) return 'imported'
      if (strangers.length > 0 || decided.has(picture)) return isMove ? assign() : 'left out'
      for (const each of newcomers) before.add(each)
      return 'imported'
    },
    move(picture: string, owners: Owners): void {
      if (!pictures.has(picture)) return
      const text = (holding: Holding | undefined) =>
        typeof holding === 'object' ? JSON.stringify(Object.values(holding).map((set) => [...set].sort())) : holding
      const [before, after] = [pictures.get(picture), holdingOf(owners)]
      const isSameKind =
        typeof before === 'object' && typeof after === 'object' && 'children' in before === 'children' in after
      if (!(isSameKind && text(before) === text(after)) && before !== after) decided.add(picture)
      pictures.set(picture, after)
    },
    withdraw(picture: string, from: readonly string[]): void {
      const now = pictures.get(picture)
      if (typeof now !== 'object' || !('children' in now)) return
      for (const child of from) if (now.children.delete(child)) decided.add(picture)
      if (now.children.size === 0) pictures.set(picture, 'nobody')
    },
    reject(picture: string): void {
      if (pictures.has(picture)) pictures.set(picture, 'rejected')
    },
    delete(picture: string): void {
      pictures.delete(picture)
      decided.delete(picture)
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
