import { existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A third-party package that runs in a shop or is part of a browser bundle. */
export interface ShippedPackage {
  /** Its name; a package built for each platform is listed once, as `name-*`. */
  name: string
  version: string
  license: string
  author: string
  /** The text of its licence file, empty if it has none. */
  text: string
}

const ALLOWED = new Set(
  'MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD ISC MPL-2.0 OFL-1.1 CC0-1.0 BlueOak-1.0.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
)
// Licences that are acceptable for one purpose only, and the packages that have them.
const ALLOWED_FOR: Record<string, RegExp> = {
  'CC-BY-4.0': /^@dicebear\//,
  // loaded as a shared library that anybody can replace, as the licence requires
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
}
// Declared in the package's licence file alone.
const DECLARED_BY_FILE: Record<string, string> = { 'png-js': 'MIT' }
// Types are not present at run time.
const TYPES_ONLY = /^(?:@types\/|undici-types$)/
// In no package's `dependencies`, because whoever installs one brings their own; the bundles contain it.
const BUNDLED = [{ folder: 'packages/widgets', names: ['preact', 'react', 'react-dom'] }]

/** Whether the project may ship this package under an SPDX expression. */
export function isAllowedLicense(expression: string, name: string): boolean {
  const plain = expression.replace(/[()]/g, ' ').trim()
  return plain
    .split(/\s+AND\s+/)
    .every((all) => all.split(/\s+OR\s+/).some((one) => ALLOWED.has(one.trim()) || ALLOWED_FOR[one.trim()]?.test(name)))
}

/** Every third-party package that is shipped, found from the dependencies of the workspace's packages. */
export function shippedPackages(root: string): ShippedPackage[] {
  const members = globSync('{packages,examples}/*/package.json', { cwd: root }).map((path) => join(root, dirname(path)))
  const found = new Map<string, ShippedPackage>()
  const visit = (name: string, from: string): void => {
    const folder = join(from, name)
    if (!existsSync(folder)) return
    const real = realpathSync(folder)
    const manifest = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8'))
    const shipped = describePackage(real, manifest)
    const key = `${shipped.name}@${shipped.version}`
    if (shipped.name.startsWith('@portraitkit/') || TYPES_ONLY.test(shipped.name) || found.has(key)) return
    found.set(key, shipped)
    // in pnpm's store a package's own dependencies are next to it
    const beside = join(real, ...name.split('/').map(() => '..'))
    for (const dependency of dependenciesOf(manifest)) visit(dependency, beside)
  }
  for (const member of members) {
    const manifest = JSON.parse(readFileSync(join(member, 'package.json'), 'utf8'))
    for (const name of dependenciesOf(manifest)) visit(name, join(member, 'node_modules'))
  }
  for (const { folder, names } of BUNDLED) for (const name of names) visit(name, join(root, folder, 'node_modules'))
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

interface Manifest {
  name: string
  version: string
  license?: string | { type: string }
  licenses?: Array<{ type: string }>
  author?: string | { name?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

function dependenciesOf(manifest: Manifest): string[] {
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => !manifest.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.optionalDependencies ?? {}), ...peers]
}

function describePackage(folder: string, manifest: Manifest): ShippedPackage {
  const listed = manifest.licenses?.map(({ type }) => type).join(' OR ')
  const declared = manifest.license ?? listed ?? DECLARED_BY_FILE[manifest.name] ?? 'none declared'
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:[.-]|$)/i.test(name))
  const author = typeof manifest.author === 'string' ? manifest.author : (manifest.author?.name ?? '')
  return {
    name: manifest.name.replace(/-(?:linux|linuxmusl|darwin|win32)-(?:x64|arm64|arm|ia32|ppc64|riscv64|s390x)$/, '-*'),
    version: manifest.version,
    license: (typeof declared === 'string' ? declared : declared.type).replace(/^\((.*)\)$/, '$1'),
    author: author.replace(/\s*[<(].*$/, ''),
    text: file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : '',
  }
}

const HEADER = `# Third-party notices

Portraitkit is under the MIT licence (LICENSE). It runs with the packages below and its browser bundles contain some of
them; each stays under its own licence. This file is generated: \`npm run generate\`.

The portraits of the demo world are drawn with DiceBear's toon-head, a remix of ToonHead by Johan Melin
(https://www.figma.com/community/file/1589627891082866389), under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/). The fonts are under the SIL Open Font License 1.1. libvips, which sharp
loads as a shared library, is under the LGPL 3.0 or later and can be replaced by another build of it; its sources and
those of the libraries in it are listed at https://github.com/lovell/sharp-libvips.
`

/** The whole file: a table, then each licence text once, below the packages and the copyright lines that it applies to. */
export function renderNotices(packages: readonly ShippedPackage[]): string {
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  const table = ['| package | version | licence |', '| --- | --- | --- |', ...rows].join('\n')
  const groups = new Map<string, { body: string; owners: string[] }>()
  for (const each of packages) {
    const { copyright, body } = splitText(each.text)
    const key = body.replace(/[\s"'“”‘’*]+/g, ' ').toLowerCase() || each.license
    const group = groups.get(key) ?? {
      body: body || `(The package carries no licence text; it declares ${each.license}.)`,
      owners: [],
    }
    const owner = copyright.join('; ') || (each.author && `by ${each.author}`)
    group.owners.push(`- ${each.name} ${each.version}${owner ? `: ${owner}` : ''}`)
    groups.set(key, group)
  }
  const texts = [...groups.values()].map(({ body, owners }) => `${owners.join('\n')}\n\n\`\`\`text\n${body}\n\`\`\``)
  return `${HEADER}\n${table}\n\n## Licence texts\n\n${texts.join('\n\n---\n\n')}\n`
}

/** A licence text's copyright lines, and the rest, which many packages share. */
function splitText(text: string): { copyright: string[]; body: string } {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const end = lines.findIndex((line) =>
    /permission is hereby|permission to use|redistribution and use|apache license/i.test(line),
  )
  const isOwner = (line: string, at: number) => /^\W*copyright\b/i.test(line) && (end < 0 || at <= end)
  const isTitle = (line: string) => /^\W*(?:the )?(?:mit|isc)(?: license)?(?: \(?(?:mit|isc)\)?)?\W*$/i.test(line)
  const body = lines.filter((line, at) => !isOwner(line, at) && !isTitle(line))
  return {
    copyright: lines.filter(isOwner).map((line) => line.replace(/[|`]/g, '').trim()),
    body: body
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}
