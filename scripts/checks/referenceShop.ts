import { isTest, type Module, resolveSpecifier } from './sources.ts'

const SHOP = 'examples/host-site/'
const SOURCES = `${SHOP}src/`

/**
 * The reference shop consists of what anybody can install: its code and its build import its own files, third-party packages,
 * and only published names of the workspace's packages. `entries` are those of widgets, such as `.` and `./router`; every module of
 * core is one.
 */
export function checkReferenceShop(modules: readonly Module[], entries: readonly string[]): string[] {
  const isOpen = (from: string, specifier: string): boolean => {
    if (specifier.startsWith('.')) return resolveSpecifier(from, specifier)?.startsWith(SOURCES) ?? false
    const [, name, path] = /^@portraitkit\/([\w-]+)(\/.+)?$/.exec(specifier) ?? []
    if (!name) return !specifier.startsWith('/')
    if (name === 'widgets') return entries.includes(`.${path ?? ''}`)
    return name === 'core' && path !== undefined && !/\.\w+$/.test(path)
  }
  return modules
    .filter(({ path }) => path.startsWith(SHOP) && !path.startsWith(`${SHOP}e2e/`) && !isTest(path))
    .flatMap(({ path, references }) =>
      references
        .filter(({ specifier }) => !isOpen(path, specifier))
        .map(({ specifier, line }) => `${path}:${line} imports ${specifier}, which no package publishes`),
    )
}
