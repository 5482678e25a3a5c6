/**
 * Who sees which picture while people of a job are corrected, made one, separated and withdrawn, and their pictures moved, as calculated by
 * somebody who has read what the guide promises and has never seen the product. It imports nothing.
 */

/** `left`: the classes that the child was in before, separated by commas. */
type Child = { name: string; group: string; left: string; withdrawn: number | null; into: string | null }
/** The version tells two states with the same owners apart: undoing brings an earlier one back. */
type Holding = { owners: readonly string[] | 'rejected'; version: number }
type Change<T> = { before: T; after: T }

type Step = {
  is: 'correction' | 'merge' | 'separation'
  pictures: Map<string, Change<Holding>>
  children: Map<string, Change<Partial<Child>>>
  /** Of a merge: the families and codes that got the person by it. */
  gained: { families: string[]; codes: string[]; codesOfBoth: string[] }
  isUndone: boolean
}

export type Undone = 'undone' | 'unknown' | 'undone before' | 'merge again' | 'changed later'

type Start = {
  children: Record<string, { name: string; group: string }>
  pictures: Record<string, readonly string[]>
  groupPictures: Record<string, string>
  /** Whom each family may see at first. */
  families: Record<string, string>
}

export function createPeopleModel(start: Start) {
  let version = 0
  const children = new Map<string, Child>(
    Object.entries(start.children).map(([key, child]) => [key, { ...child, left: '', withdrawn: null, into: null }]),
  )
  const pictures = new Map<string, Holding>(
    Object.entries(start.pictures).map(([file, owners]) => [file, { owners, version: version++ }]),
  )
  const access = new Map(Object.entries(start.families).map(([family, child]) => [family, new Set([child])]))
  const codes = new Map([...children.keys()].map((key) => [key, new Set([key])]))
  const history: Step[] = []

  const childOf = (key: string) => children.get(key) as Child
  /** Whom a key means. */
  const person = (key: string): string => {
    const { into } = childOf(key)
    return into === null ? key : person(into)
  }
  const owned = (owners: readonly string[]) => [...new Set(owners.map(person))]

  function write(step: Pick<Step, 'is'> & Partial<Step>): number | null {
    const made: Step = {
      ...{ pictures: new Map(), children: new Map(), isUndone: false },
      gained: { families: [], codes: [], codesOfBoth: [] },
      ...step,
    }
    if (made.pictures.size + made.children.size === 0) return null
    for (const [file, { after }] of made.pictures) pictures.set(file, after)
    for (const [key, { after }] of made.children) children.set(key, { ...childOf(key), ...after })
    return history.push(made)
  }

  function changeChild(key: string, after: Partial<Child>): number | null {
    const current = childOf(person(key))
    const names = Object.keys(after) as (keyof Child)[]
    if (names.every((name) => current[name] === after[name])) return null
    const before = Object.fromEntries(names.map((name) => [name, current[name]]))
    return write({ is: 'correction', children: new Map([[person(key), { before, after }]]) })
  }

  /** A picture of a class may show whoever was in it at some time. */
  function changeClass(key: string, group: string): number | null {
    const current = childOf(person(key))
    if (current.group === group) return null
    const left = new Set([...classes(current), current.group])
    left.delete(group)
    return changeChild(key, { group, left: [...left].join() })
  }

  const classes = ({ left }: Child) => left.split(',').filter(Boolean)

  function hold(files: readonly string[], owners: Holding['owners']): number | null {
    const changed = files.filter((file) => textOf(pictures.get(file)?.owners) !== textOf(owners))
    const changes = changed.map((file): [string, Change<Holding>] => [
      file,
      { before: pictures.get(file) as Holding, after: { owners, version: version++ } },
    ])
    return write({ is: 'correction', pictures: new Map(changes) })
  }

  function merge(key: string, doubleKey: string): number | 'refused' {
    const [into, from] = [childOf(key), childOf(doubleKey)]
    if (key === doubleKey || into.into !== null || from.into !== null) return 'refused'
    if (into.withdrawn !== null || from.withdrawn !== null) return 'refused'
    const replace = (owners: Holding['owners']) =>
      owners === 'rejected' ? owners : [...new Set(owners.map((each) => (each === doubleKey ? key : each)))]
    const theirs = [...pictures].filter(([, { owners }]) => owners !== 'rejected' && owners.includes(doubleKey))
    const families = [...access].filter(([, may]) => may.has(doubleKey) && !may.has(key)).map(([family]) => family)
    const both = [...codes].filter(([, opens]) => opens.has(doubleKey) && opens.has(key)).map(([code]) => code)
    const single = [...codes].filter(([, opens]) => opens.has(doubleKey) && !opens.has(key)).map(([code]) => code)
    for (const family of families) access.get(family)?.add(key)
    for (const code of [...both, ...single]) codes.get(code)?.delete(doubleKey)
    for (const code of single) codes.get(code)?.add(key)
    return write({
      is: 'merge',
      pictures: new Map(
        theirs.map(([file, before]) => [
          file,
          { before, after: { owners: replace(before.owners), version: version++ } },
        ]),
      ),
      children: new Map([
        [doubleKey, { before: { withdrawn: null, into: null }, after: { withdrawn: version++, into: key } }],
      ]),
      gained: { families, codes: single, codesOfBoth: both },
    }) as number
  }

  function undo(number: number): Undone {
    const step = history[number - 1]
    if (!step) return 'unknown'
    if (step.isUndone) return 'undone before'
    if (step.is === 'separation') return 'merge again'
    const isLater =
      [...step.pictures].some(([file, { after }]) => pictures.get(file)?.version !== after.version) ||
      [...step.children].some(([key, { after }]) =>
        Object.entries(after).some(([name, value]) => childOf(key)[name as keyof Child] !== value),
      ) ||
      personsOf(step).some(({ into }) => into !== null)
    if (isLater) return 'changed later'
    step.isUndone = true
    separate(step)
    const released = releasedBy(step)
    // Whoever was withdrawn while both were one: which of them was meant is unknown.
    const withdrawn = personsOf(step).some((child) => child.withdrawn !== null) ? { withdrawn: version++ } : {}
    write({
      is: step.is === 'merge' ? 'separation' : 'correction',
      children: new Map(
        [...step.children].map(([key, { before, after }]) => [
          key,
          { before: after, after: { ...before, ...withdrawn } },
        ]),
      ),
      pictures: new Map([
        ...released,
        ...[...step.pictures].map(([file, change]): [string, Change<Holding>] => [
          file,
          { before: change.after, after: back(change, step) },
        ]),
      ]),
    })
    return 'undone'
  }

  /** With whom a merge made somebody one. */
  const personsOf = ({ is, children: changed }: Step): Child[] =>
    is === 'merge' ? [...changed.values()].map(({ after }) => childOf(after.into as string)) : []

  /** Whom the pictures show that both got while they were one is unknown. */
  function releasedBy({ is, pictures: moved, children: changed }: Step): [string, Change<Holding>][] {
    if (is !== 'merge') return []
    return [...changed.values()].flatMap(({ after: { into, withdrawn: since } }) =>
      [...pictures].flatMap(([file, before]): [string, Change<Holding>][] => {
        if (before.owners === 'rejected' || moved.has(file)) return []
        if (!before.owners.includes(into as string) || before.version < (since as number)) return []
        const owners = before.owners.filter((each) => each !== into)
        return [[file, { before, after: { owners, version: version++ } }]]
      }),
    )
  }

  /** Whoever is one person with somebody else since does not get a picture back: that other one does. */
  function back({ before }: Change<Holding>, { is }: Step): Holding {
    if (is === 'merge' || before.owners === 'rejected') return before
    const owners = owned(before.owners)
    return textOf(owners) === textOf(before.owners) ? before : { owners, version: version++ }
  }

  function separate({ is, gained, children: changed }: Step): void {
    if (is !== 'merge') return
    for (const [double, { after }] of changed) {
      const into = after.into as string
      for (const family of gained.families) access.get(family)?.delete(into)
      for (const code of gained.codes) if (codes.get(code)?.delete(into)) codes.get(code)?.add(double)
      for (const code of gained.codesOfBoth) if (codes.get(code)?.has(into)) codes.get(code)?.add(double)
    }
  }

  /** Whether somebody of several in a picture was withdrawn, by whatever key: then nobody sees it. */
  const objects = (key: string) => childOf(person(key)).withdrawn !== null
  const isHidden = (people: readonly string[], isOfGroup: boolean) =>
    (isOfGroup || people.length > 1) && people.some(objects)

  function seenBy(family: string): string[] {
    const visible = [...(access.get(family) ?? [])].filter((key) => childOf(key).withdrawn === null)
    const own = [...pictures].filter(
      ([, { owners }]) =>
        owners !== 'rejected' && owners.some((key) => visible.includes(key)) && !isHidden(owners, false),
    )
    const ofGroups = Object.entries(start.groupPictures).filter(([, group]) => {
      const members = [...children.keys()].filter(
        (key) => childOf(key).group === group || classes(childOf(key)).includes(group),
      )
      return visible.some((key) => childOf(key).group === group) && !isHidden(members, true)
    })
    return [...own, ...ofGroups].map(([file]) => file).sort()
  }

  return {
    ...{ merge, undo, changeClass, seenBy },
    /** Into whom somebody was merged, if that one is nobody else's double since. */
    isMergedInto: (key: string, into: string) => childOf(key).into === into && childOf(into).into === null,
    rename: (key: string, name: string) => changeChild(key, { name }),
    withdraw: (key: string) =>
      childOf(person(key)).withdrawn === null ? changeChild(key, { withdrawn: version++ }) : null,
    restore: (key: string) => changeChild(key, { withdrawn: null }),
    move: (files: readonly string[], owners: readonly string[]) => hold(files, owned(owners)),
    reject: (files: readonly string[]) => hold(files, 'rejected'),
    names: () => Object.fromEntries([...children].map(([key, { name, group }]) => [key, `${name} ${group}`])),
    opens: () => Object.fromEntries([...codes].map(([code, keys]) => [code, [...keys].sort()])),
    length: () => history.length,
  }
}

const textOf = (owners: Holding['owners'] | undefined) =>
  owners === 'rejected' || owners === undefined ? 'rejected' : owners.toSorted().join()
