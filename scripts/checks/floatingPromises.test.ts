import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The linter's messages for a file, by line. */
function linesFound(source: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'pk-lint-'))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }')
    writeFileSync(join(folder, 'seed.ts'), source)
    const program = join(root, 'node_modules/.bin/oxlint')
    const given = ['--type-aware', '-c', join(root, '.oxlintrc.json'), '-f', 'unix', folder]
    const { stdout } = spawnSync(program, given, { encoding: 'utf8' })
    return [...stdout.matchAll(/seed\.ts:(\d+):.*no-floating-promises/g)].map(([, line]) => Number(line))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('the linter finds a promise that nobody awaits, also if only its type shows it', () => {
  const source = `
    const part = <T>(create: () => T): T => create()
    const createCart = () => ({ load: async () => 1, count: 1 })
    part(createCart).load()
    void part(createCart).load()
    part(createCart).load().catch(() => undefined)
    export const count = part(createCart).count`
  expect(linesFound(source)).toEqual([4])
})
