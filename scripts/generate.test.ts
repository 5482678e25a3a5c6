import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../docs/site/build.ts'
import { generate, generatedFiles, staleFiles } from './generate.ts'

it('every generated file matches the code', () => {
  expect(staleFiles(ROOT)).toEqual([])
})

it('every page of the reference is generated', () => {
  const written = globSync('docs/reference/*', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'))
  expect(written.filter((file) => !generatedFiles[file])).toEqual([])
})

it('finds a file that is stale and one that is missing, and writes them', () => {
  const root = mkdtempSync(join(tmpdir(), 'portraitkit-generate-'))
  let text = 'one\n'
  const files = { 'a.md': () => text, 'b.md': () => 'two\n' }
  generate(root, files)
  expect(staleFiles(root, files)).toEqual([])
  appendFileSync(join(root, 'b.md'), 'by hand\n')
  expect(staleFiles(root, files)).toEqual(['b.md is stale: run npm run generate'])
  text = 'three\n'
  rmSync(join(root, 'b.md'))
  expect(staleFiles(root, files)).toEqual([
    'a.md is stale: run npm run generate',
    'b.md is stale: run npm run generate',
  ])
  generate(root, files)
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('three\n')
  expect(staleFiles(root, files)).toEqual([])
  rmSync(root, { recursive: true })
})
