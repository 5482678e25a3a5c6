import { FEATURE_FOLDERS, FEATURES, FLOORS, LOADERS, NAMED_OUTSIDE, PACKAGES } from './features.ts'
import { isProduct, isTest, type Module, resolveSpecifier } from './sources.ts'

const order = (feature: string): number => (FEATURES as readonly string[]).indexOf(feature)

type Place = { package: string; folder: string }

/**
 * The package and the folder of a path in the repository: a feature's folder, otherwise one in `src`, or the file in `src` itself.
 * What is next to the features without being one, or named like one without being among them, has a place that is not listed.
 */
function placeOf(path: string): Place | undefined {
  const [, name = '', rest = ''] = path.match(/^packages\/([^/]+)\/src\/(.+)$/) ?? []
  const features = FEATURE_FOLDERS[name] ?? ''
  const isInside = rest.startsWith(features)
  const [folder, room, ...below] = (isInside ? rest.slice(features.length) : rest).split('/')
  if (!folder) return undefined
  const ownPlace = below.length > 0 && order(`${folder}/${room}`) >= 0 ? `${folder}/${room}` : folder
  const isFeature = order(ownPlace) >= 0 && room !== undefined
  if (!features || isFeature === isInside) return { package: name, folder: ownPlace }
  return { package: name, folder: `${isInside ? features : 'src/'}${folder}` }
}

/** The floor of a folder, counted from the ground; -1 if it is not listed. */
function floorOf({ package: name, folder }: Place): number {
  const listed = order(folder) < 0 ? folder : 'features'
  return (
    FLOORS[name]?.findIndex((floor) => (typeof floor === 'string' ? floor === listed : floor.includes(listed))) ?? -1
  )
}

/**
 * The imports from other folders of the project that the rules about floors and features apply to; tests may import anything.
 */
function importsOf(module: Module): Array<{ here: Place; there: Place; line: number }> {
  const here = placeOf(module.path)
  if (!here || isTest(module.path)) return []
  const isLoader = LOADERS.includes(module.path)
  return module.references.flatMap(({ specifier, line, kind }) => {
    if (isLoader && kind === 'dynamic') return []
    const there = placeOf(resolveSpecifier(module.path, specifier) ?? '')
    return there ? [{ here, there, line }] : []
  })
}

/** A folder imports its own floor and those below. */
export function checkFloors(modules: readonly Module[]): string[] {
  return modules.flatMap((module) =>
    importsOf(module).flatMap(({ here, there, line }) => {
      if (here.package !== there.package || floorOf(there) <= floorOf(here)) return []
      return [`${module.path}:${line} ${here.folder} imports ${there.folder}, which is above it`]
    }),
  )
}

/**
 * A package imports itself and the packages below it, by path or by name: no other package, and no script, example or bench.
 * What is made for tests may import anything. `named` are the exceptions.
 */
export function checkPackages(modules: readonly Module[], named: Record<string, string> = NAMED_OUTSIDE): string[] {
  const outside = modules.flatMap((module) => {
    const [, name = ''] = /^packages\/([^/]+)\//.exec(module.path) ?? []
    if (!name || isTest(module.path)) return []
    const allowed = [name, ...(PACKAGES[name] ?? [])]
    return module.references.flatMap(({ specifier, line }) => {
      const target = ourTarget(module.path, specifier)
      if (target === undefined || allowed.some((each) => `${target}/`.startsWith(`packages/${each}/`))) return []
      return [{ at: `${module.path}:${line}`, name, target, pair: `${module.path} -> ${target}` }]
    })
  })
  const needless = Object.keys(named).filter((pair) => !outside.some((each) => each.pair === pair))
  return [
    ...outside
      .filter(({ pair }) => !named[pair])
      .map(({ at, name, target }) => `${at} imports ${target}, on which ${name} must not depend`),
    ...needless.map((pair) => `${pair} is listed as an exception and is not needed`),
  ]
}

/**
 * The path in the repository for a specifier, also if it names only a package of the workspace; undefined for third-party
 * packages.
 */
function ourTarget(from: string, specifier: string): string | undefined {
  const target = resolveSpecifier(from, specifier)?.replace(/(?<=.)\/$/, '')
  const [, name] = /^@portraitkit\/([^/]+)/.exec(specifier) ?? []
  return target ?? (name && `packages/${name}`)
}

/** Features import leftwards only, in their own package and across packages. */
export function checkImportOrder(modules: readonly Module[]): string[] {
  return modules.flatMap((module) =>
    importsOf(module).flatMap(({ here, there, line }) => {
      if (order(here.folder) < 0 || order(there.folder) <= order(here.folder)) return []
      return [`${module.path}:${line} ${here.folder} imports ${there.folder}, which is to its right`]
    }),
  )
}

/** Every folder and every file next to them is a listed feature or belongs to a known floor, and every listed one exists. */
export function checkFolders(paths: readonly string[]): string[] {
  const places = paths
    // a test is next to what it tests
    .filter((path) => !/^packages\/[^/]+\/src\/(?:features\/)?[^/]+$/.test(path) || isProduct(path))
    .flatMap((path) => placeOf(path) ?? [])
  const unknown = places
    .filter((place) => floorOf(place) < 0)
    .map((place) => `packages/${place.package}: ${place.folder}`)
  return [...new Set(unknown)].map(
    (place) => `${place} is neither a feature nor on a floor: scripts/checks/features.ts`,
  )
}

/** The floors and the order of the features that stand for nothing: `paths` has no such folder or file. */
export function checkOrdersNeeded(paths: readonly string[]): string[] {
  const places = paths.flatMap((path) => placeOf(path) ?? [])
  const gone = Object.entries(FLOORS).flatMap(([name, floors]) =>
    floors
      .flat()
      .filter((each) => each !== 'features' && !places.some((here) => here.package === name && here.folder === each))
      .map((each) => `packages/${name} has no ${each}`),
  )
  const unused = FEATURES.filter((feature) => !places.some(({ folder }) => folder === feature))
  return [...gone, ...unused.map((feature) => `no package has the feature ${feature}`)].map(
    (problem) => `${problem}, which scripts/checks/features.ts lists`,
  )
}

const SURFACES = 'packages/widgets/src/surfaces.ts'

/** The files that the list of surfaces loads. */
export function surfaceFiles(modules: readonly Module[]): Set<string> {
  const list = modules.find(({ path }) => path === SURFACES)
  const loaded = (list?.references ?? [])
    .filter(({ kind }) => kind === 'dynamic')
    .map(({ specifier }) => resolveSpecifier(SURFACES, specifier) ?? '')
  return new Set(loaded)
}

/** A surface opens another by its name: no feature's code imports a surface of another feature. */
export function checkSurfacesApart(modules: readonly Module[]): string[] {
  const surfaces = surfaceFiles(modules)
  return modules.flatMap((module) => {
    const here = placeOf(module.path)
    if (here?.package !== 'widgets' || module.path === SURFACES || isTest(module.path)) return []
    return module.references.flatMap(({ specifier, line }) => {
      const target = resolveSpecifier(module.path, specifier) ?? ''
      if (!surfaces.has(target) || placeOf(target)?.folder === here.folder) return []
      return [`${module.path}:${line} imports the surface ${target}: open it by its route's name`]
    })
  })
}

/** The product does not depend on the demo world: only scripts, benches, tests and the demo itself import it. */
export function checkDemoApart(modules: readonly Module[]): string[] {
  const demo = 'packages/server/src/demo/'
  return productImporting(modules, (path) => path.startsWith(demo))
    .filter(({ path }) => !path.startsWith(demo))
    .map(({ path, line }) => `${path}:${line} imports the demo world`)
}

/** The product imports neither tests nor the tools in `testing`. */
export function checkTestDataApart(modules: readonly Module[]): string[] {
  return productImporting(modules, isTest).map(({ path, line }) => `${path}:${line} imports what is made for tests`)
}

function productImporting(modules: readonly Module[], found: (target: string) => boolean) {
  return modules
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, references }) =>
      references
        .filter(({ specifier }) => found(resolveSpecifier(path, specifier) ?? ''))
        .map(({ line }) => ({ path, line })),
    )
}
