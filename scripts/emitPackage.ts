import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The files of a folder that only tests need: no package contains them. */
export function testFiles(folder: string): string[] {
  const testPath = /(?:^|\/)(?:testing\/.+|[^/]+\.test)\.tsx?$/
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => testPath.test(path))
    .map((path) => join(folder, path))
}

/**
 * Runs the compiler over a package, with other settings than its own, and ends the process if something does not compile. Paths
 * in `config` are relative to a folder inside the package.
 */
export function emitPackage(
  folder: string,
  config: { compilerOptions: object; files?: string[]; include?: string[]; exclude?: string[] },
): void {
  // Next to the package's own configuration, so that its packages are found as always.
  const beside = mkdtempSync(join(folder, '.emit-'))
  const whole = {
    extends: '../tsconfig.json',
    ...config,
    compilerOptions: { noEmit: false, declaration: true, ...config.compilerOptions },
  }
  writeFileSync(join(beside, 'tsconfig.json'), JSON.stringify(whole))
  const { status } = spawnSync('tsc', ['-p', beside], { stdio: 'inherit' })
  rmSync(beside, { recursive: true })
  if (status !== 0) process.exit(1)
}

/** Imports of a declaration by the names of the scripts next to it. */
export function byScriptName(declaration: string): string {
  return declaration.replaceAll(/(['"])(\.[^'"]*)\.tsx?\1/g, '$1$2.js$1')
}

/** The files packed next to the code: the readme, the licence and, once there was a release, the changelog. */
export function copyDocuments(folder: string, out: string): void {
  for (const file of ['README.md', '../../LICENSE']) copyFileSync(join(folder, file), join(out, basename(file)))
  const changes = join(folder, 'CHANGELOG.md')
  if (existsSync(changes)) copyFileSync(changes, join(out, 'CHANGELOG.md'))
}

type Manifest = Readonly<Record<string, unknown>>

/**
 * Writes the manifest of a published package: what its own says of it, where the whole project is at home, which only the root's
 * manifest says, and what `entriesOf` makes of its own.
 */
export function writeManifest(folder: string, out: string, entriesOf: (own: Manifest) => Manifest): void {
  const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'))
  const own = read(join(folder, 'package.json'))
  const { repository, homepage, bugs } = read(join(folder, '../../package.json'))
  const { name, version, description, keywords, license, engines } = own
  const manifest = {
    ...{ name, version, description, keywords, license, homepage, bugs },
    repository: { ...(repository as object), directory: `packages/${basename(folder)}` },
    // signed by the pipeline that publishes it
    ...{ engines, type: 'module', publishConfig: { access: 'public', provenance: true } },
    ...entriesOf(own),
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
