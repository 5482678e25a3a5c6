import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTypes } from './literalTypes.ts'

it('tells which texts a place in a file can stand for', () => {
  const root = mkdtempSync(join(tmpdir(), 'portraitkit-types-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const path = 'packages/one/src/a.ts'
  const text = `type Kind = 'a' | 'b'
export const say = (kind: Kind, only: 'c' | null | undefined, end: 'x' | 1, any: string) => [kind, only, end, any]
`
  mkdirSync(join(root, 'packages/one/src'), { recursive: true })
  writeFileSync(
    join(root, 'packages/one/tsconfig.json'),
    '{ "include": ["src"], "compilerOptions": { "strict": true } }',
  )
  writeFileSync(join(root, path), text)
  const { literalsAt, close } = openTypes(root)
  onTestFinished(close)
  const ofName = (name: string) => literalsAt(path, text.lastIndexOf(name))
  expect(ofName('kind')?.toSorted()).toEqual(['a', 'b'])
  expect(ofName('only')).toEqual(['c'])
  expect(ofName('end')).toBeUndefined()
  expect(ofName('any')).toBeUndefined()
  expect(literalsAt('scripts/texts.ts', 0)).toBeUndefined()
})
