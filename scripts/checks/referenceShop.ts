import { isTest, parseModules, resolveSpecifier, type Source } from './sources.ts'

const SHOP = 'examples/host-site/'
const SOURCES = `${SHOP}src/`

/** What a file of the shop names, and the line. */
type Named = { specifier: string; line: number }

/**
 * The reference shop consists of what anybody can install: its code, styles, page and build name its own files, third-party
 * packages, and only published names of the workspace's packages. `entries` are those of widgets, such as `.` and `./router`;
 * core has one.
 */
export function checkReferenceShop(sources: readonly Source[], entries: readonly string[]): string[] {
  const own = sources.filter(({ path }) => path.startsWith(SHOP) && !path.startsWith(`${SHOP}e2e/`) && !isTest(path))
  const named = [
    ...parseModules(own).map(({ path, references }) => ({ path, named: references as readonly Named[] })),
    ...own
      .filter(({ path }) => path.endsWith('.css'))
      .map((source) => ({ path: source.path, named: namedInCss(source) })),
    ...own.filter(({ path }) => path.endsWith('.html')).map((page) => ({ path: page.path, named: namedInPage(page) })),
  ]
  return [
    ...named.flatMap(({ path, named: all }) =>
      all
        .filter(({ specifier }) => path.endsWith('.html') || !isOpen(path, specifier, entries))
        .map(({ specifier, line }) => `${path}:${line} imports ${specifier}, which no package publishes`),
    ),
    ...own.flatMap(hiddenNames),
  ]
}

function isOpen(from: string, specifier: string, entries: readonly string[]): boolean {
  if (specifier.startsWith('.')) return resolveSpecifier(from, specifier)?.startsWith(SOURCES) ?? false
  const [, name, path] = /^@portraitkit\/([\w-]+)(\/.+)?$/.exec(specifier) ?? []
  if (!name) return !specifier.startsWith('/')
  if (name === 'widgets') return entries.includes(`.${path ?? ''}`)
  return name === 'core' && path === undefined
}

function namedInCss({ text }: Source): Named[] {
  const names = text.matchAll(/@import\s+(["'])(.+?)\1|url\(\s*(["']?)(.+?)\3\s*\)/g)
  return [...names]
    .map(({ 2: imported, 4: address = '', index }) => ({ specifier: imported ?? address, line: lineAt(text, index) }))
    .filter(({ specifier }) => !specifier.startsWith('data:'))
}

/** What a page loads from elsewhere: not its own files and calls, which have paths of the shop. */
function namedInPage({ text }: Source): Named[] {
  return [...text.matchAll(/<(script|link|img)\b[^>]*?\s(?:src|href)=(["'])(.+?)\2/g)]
    .map(({ 1: tag, 3: specifier = '', index }) => ({ tag, specifier, line: lineAt(text, index) }))
    .filter(({ tag, specifier }) => !(tag === 'script' ? /^\/src\// : /^\/(?![/@])(?!.*\.\.)/).test(specifier))
}

/** Names for modules that hide where these are, and scripts whose imports nobody reads. */
function hiddenNames({ path, text }: Source): string[] {
  const script = path.endsWith('.html') ? /<script\b(?![^>]*\ssrc=)/.exec(text) : null
  const alias = /\.[jt]sx?$/.test(path) ? /(["']?)\balias\1\s*[:,}]/.exec(text) : null
  const paths = path.endsWith('tsconfig.json') ? /"(?:paths|baseUrl|rootDirs)"/.exec(text) : null
  return [
    ...(script ? [`${path}:${lineAt(text, script.index)} contains a script`] : []),
    ...[alias, paths].flatMap((found) =>
      found ? [`${path}:${lineAt(text, found.index)} gives modules other names`] : [],
    ),
  ]
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
