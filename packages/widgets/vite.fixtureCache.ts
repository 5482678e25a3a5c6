import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { here } from './vite.shared.ts'

const repository = join(here, '../..')
const folder = join(repository, 'node_modules/.cache/portraitkit-fixtures')
/** All sources of a page's script. */
const sources = [
  'packages/{core,widgets}/src/**/*.{ts,tsx,css,json,svg}',
  'packages/{core,widgets}/package.json',
  'packages/widgets/vite.*.ts',
  'texts/*.po',
  'lingui.config.ts',
  'pnpm-lock.yaml',
]

/**
 * Many test files need the same page: what one of them built is reused by the others and by the next run, as long as no source
 * has changed.
 */
export async function builtOnce(name: string, build: () => Promise<Map<string, string>>): Promise<Map<string, string>> {
  const slug = name.replace(/\W+/g, '-')
  const file = `${slug}.${hashOfSources()}.json`
  try {
    return new Map(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  } catch {
    const built = await build()
    keep(slug, file, JSON.stringify([...built]))
    return built
  }
}

/** Written atomically, because other tests may be building it at the same time. Outdated files are deleted. */
function keep(slug: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const unfinished = join(folder, `unfinished-${process.pid}-${performance.now()}`)
  writeFileSync(unfinished, text)
  renameSync(unfinished, join(folder, file))
  const old = readdirSync(folder).filter((other) => other.startsWith(`${slug}.`) && other !== file)
  for (const other of old) rmSync(join(folder, other), { force: true })
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: repository }).filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(repository, file)))
  return hash.digest('hex').slice(0, 20)
}
