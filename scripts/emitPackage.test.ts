import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { byScriptName, copyDocuments } from './emitPackage.ts'

// The files packed next to the code of a published package.

let root: string
const folder = () => join(root, 'packages/core')
const out = () => join(folder(), 'dist/npm')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pk-papers-'))
  mkdirSync(out(), { recursive: true })
  writeFileSync(join(root, 'LICENSE'), 'MIT')
  writeFileSync(join(folder(), 'README.md'), '# Core')
})
afterEach(() => rmSync(root, { recursive: true }))

it('before the first release a package has its readme and the licence', () => {
  copyDocuments(folder(), out())
  expect(readdirSync(out())).toEqual(['LICENSE', 'README.md'])
})

it('afterwards it also contains the changes of each release', () => {
  writeFileSync(join(folder(), 'CHANGELOG.md'), '## 0.2.0')
  copyDocuments(folder(), out())
  expect(readFileSync(join(out(), 'CHANGELOG.md'), 'utf8')).toBe('## 0.2.0')
})

it('declarations name the scripts next to them, and no source that is not packed', () => {
  const written = `import type { A } from './a.ts'\nexport declare const b: import("../b.tsx").B\nimport type { C } from 'c.ts'`
  const packed = `import type { A } from './a.js'\nexport declare const b: import("../b.js").B\nimport type { C } from 'c.ts'`
  expect(byScriptName(written)).toBe(packed)
})
