import { FEATURES } from './features.ts'
import { type Module, resolveSpecifier } from './sources.ts'

/** Entries of a folder that import each other in a circle. */
export interface Cycle {
  /** Path of the folder in the repository. */
  folder: string
  /** Files and folders that take part, sorted. */
  members: string[]
  /** One import for each arrow of the circle, as `from -> to`. */
  imports: string[]
}

/** What a folder's entries import from each other: entry to entry to one import as an example. */
type Arrows = Map<string, Map<string, string>>

/** Nothing imports them, so that they are in no circle. */
const LEAF = /\.(?:test|e2e|stories)\.tsx?$/

/**
 * At every level of the project, from the packages to their innermost folders, the entries of a folder import each other in one direction. An import of a file counts as an
 * import between the first two entries in which the two paths differ. Dynamic imports are not part of a circle.
 * @param kinds `values` looks at what exists at run time, `types` also at types
 */
export function findCycles(modules: readonly Module[], kinds: 'values' | 'types'): Cycle[] {
  const arrowsByFolder = new Map<string, Arrows>()
  for (const { path, references } of modules) {
    if (LEAF.test(path)) continue
    for (const { specifier, kind } of references) {
      if (kind === 'url' || kind === 'dynamic' || (kind === 'type' && kinds === 'values')) continue
      const target = resolveSpecifier(path, specifier)
      if (target) addArrow(arrowsByFolder, path, target)
    }
  }
  return [...arrowsByFolder]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([folder, arrows]) => circlesOf(arrows).map((members) => describe(folder, members, arrows)))
}

function addArrow(arrowsByFolder: Map<string, Arrows>, from: string, to: string): void {
  const here = entriesOf(from)
  const there = entriesOf(to)
  const fork = here.findIndex((name, index) => name !== there[index])
  // the order of the packages among each other, and of scripts and benches, is another rule
  if (fork < 1) return
  const folder = here.slice(0, fork).join('/')
  const arrows: Arrows = arrowsByFolder.get(folder) ?? new Map()
  arrowsByFolder.set(folder, arrows)
  const [entry = '', target = ''] = [here[fork], there[fork]]
  const targets = arrows.get(entry) ?? new Map<string, string>()
  arrows.set(entry, targets)
  if (!targets.has(target)) targets.set(target, `${here.slice(fork).join('/')} -> ${there.slice(fork).join('/')}`)
}

const rooms = FEATURES.filter((feature) => feature.includes('/'))

/**
 * A path's folders and its file. A subfolder with its own place in the order of the features counts as a neighbour of its
 * feature.
 */
function entriesOf(path: string): string[] {
  const room = rooms.find((each) => path.includes(`/${each}/`))
  return (room ? path.replace(`/${room}/`, `/${room.replace('/', ':')}/`) : path).split('/')
}

/** The sets of entries that reach each other, of two or more. */
function circlesOf(arrows: Arrows): string[][] {
  const reach = new Map([...arrows.keys()].map((entry) => [entry, reachOf(arrows, entry)]))
  const circles = new Map<string, string[]>()
  for (const [entry, reached] of reach) {
    const members = [...reached].filter((other) => reach.get(other)?.has(entry)).sort()
    if (members.length > 1) circles.set(members.join(' '), members)
  }
  return [...circles.values()]
}

function reachOf(arrows: Arrows, start: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    for (const target of arrows.get(entry)?.keys() ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      waiting.push(target)
    }
  }
  return reached
}

function describe(folder: string, members: string[], arrows: Arrows): Cycle {
  const imports = members.flatMap((entry) =>
    [...(arrows.get(entry) ?? [])].filter(([target]) => members.includes(target)).map(([, example]) => example),
  )
  return { folder, members, imports }
}

/** Allows no circle of values, and of types only the listed ones. */
export function checkCycles(modules: readonly Module[], named: Readonly<Record<string, readonly string[]>>): string[] {
  const values = findCycles(modules, 'values').map(
    ({ folder, imports }) => `${folder} imports in a circle: ${imports.join(', ')}`,
  )
  const types = findCycles(modules, 'types').map(({ folder, members }) => `${folder}: ${members.join(' ')}`)
  const known = Object.entries(named).flatMap(([folder, circles]) => circles.map((members) => `${folder}: ${members}`))
  return [
    ...values,
    ...types.filter((each) => !known.includes(each)).map((each) => `an unlisted circle of types, ${each}`),
    ...known.filter((each) => !types.includes(each)).map((each) => `there is no circle of types any more, ${each}`),
  ]
}
