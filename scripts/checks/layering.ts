import { FEATURES, SUPPORT_FOLDERS } from './features.ts'
import { isProduct, isTest, type Module, resolveSpecifier } from './sources.ts'

const order = (feature: string): number => (FEATURES as readonly string[]).indexOf(feature)

/** The package and the folder inside its sources that a path of the repository lies in. */
function placeOf(path: string): { package: string; folder: string } | undefined {
  const found = path.match(/^packages\/(core|widgets|server)\/src\/([^/]+)\//)
  return found ? { package: found[1] ?? '', folder: found[2] ?? '' } : undefined
}

/** Features import leftwards only, in their own package and across packages; tests may look to the right. */
export function checkImportOrder(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    const here = placeOf(module.path)
    if (!here || isTest(module.path) || order(here.folder) < 0) return []
    return module.references.flatMap(({ specifier, line }) => {
      const there = placeOf(resolveSpecifier(module.path, specifier) ?? '')
      if (!there || order(there.folder) <= order(here.folder)) return []
      return [`${module.path}:${line} ${here.folder} imports ${there.folder}, which stands to its right`]
    })
  })
}

/** Every folder is a feature of the list or a known support folder. */
export function checkFolders(paths: readonly string[]): string[] {
  const folders = new Map(
    paths.flatMap((path) => {
      const place = placeOf(path)
      return place ? [[`${place.package}/${place.folder}`, place]] : []
    }),
  )
  return [...folders.values()]
    .filter((place) => order(place.folder) < 0 && !SUPPORT_FOLDERS[place.package]?.includes(place.folder))
    .map(
      (place) =>
        `packages/${place.package}/src/${place.folder} is neither a feature nor a support folder: scripts/checks/features.ts`,
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
    if (here?.package !== 'widgets' || isTest(module.path)) return []
    return module.references.flatMap(({ specifier, line }) => {
      const target = resolveSpecifier(module.path, specifier) ?? ''
      if (!surfaces.has(target) || placeOf(target)?.folder === here.folder) return []
      return [`${module.path}:${line} imports the surface ${target}: open it by its route's name`]
    })
  })
}

/** Nothing of the demo world is known to the product: only scripts, benches, tests and the demo itself import it. */
export function checkDemoApart(modules: readonly Module[]): string[] {
  const demo = 'packages/server/src/demo/'
  return productImporting(modules, (path) => path.startsWith(demo))
    .filter(({ path }) => !path.startsWith(demo))
    .map(({ path, line }) => `${path}:${line} imports the demo world`)
}

/** The product imports neither tests nor the data that tests build (`buildX.ts`). */
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
