import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeKey, workingKey } from '../../imaging/derivatives/pictureFiles.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { subjectsOfCode } from '../access/codes.ts'
import { findDeliveredSets, subjectsOf } from '../jobs/collection.ts'

/** Random rosters and folders; the results are compared with those that the rules require. */

// Letters of many scripts and special characters of CSV; none with a meaning in file systems or in the import's rules.
const letters = [...'abcXYZéèßøåÆłčžİığñõ日本語Ωжшא ب\'"-.&()']
const name = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 })
  .map((parts) =>
    parts
      .join('')
      .trim()
      .replace(/^\.+|\.+$/g, ''),
  )
  .filter((text) => /\p{L}/u.test(text) && text === text.trim())

const WAYS = ['files column', 'folder', 'start of the name', 'name of the person as folder'] as const

const person = fc.record({
  name,
  group: fc.nat(2),
  shots: fc.array(fc.constantFrom(...WAYS), { maxLength: 3 }),
  hasCode: fc.boolean(),
})
const shape = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 6 }),
  groupNames: fc.uniqueArray(name, { minLength: 3, maxLength: 3, selector: (text) => text.toLowerCase() }),
  groupPictures: fc.array(fc.nat(2), { maxLength: 2 }),
  siblings: fc.option(fc.tuple(fc.nat(5), fc.nat(5)), { nil: null }),
  separator: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  bom: fc.boolean(),
  columns: fc.shuffledSubarray(['key', 'name', 'group', 'code', 'files'], { minLength: 5 }),
  composed: fc.constantFrom('NFC' as const, 'NFD' as const),
})
type Shape = typeof shape extends fc.Arbitrary<infer S> ? S : never

type Expected = { group: string; code: string; pictures: Map<string, string> }

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

/** Writes the folder of a shape and returns the expected content of the shop, by key. */
async function layOut(world: ImportWorld, shape: Shape, salt: number): Promise<Map<string, Expected>> {
  let number = salt * 1000
  const files: Record<string, Buffer> = {}
  const people = shape.people.map((each, at) => ({
    ...each,
    key: `k${at}x`,
    group: shape.groupNames[each.group] as string,
    files: [] as string[],
  }))
  const expected = new Map<string, Expected>()
  for (const [at, { key, group, hasCode }] of people.entries()) {
    expected.set(key, { group, code: hasCode ? `CODE${salt}A${at}`.padEnd(8, 'X') : '', pictures: new Map() })
  }
  const add = async (path: string, type: string, keys: string[]) => {
    const file = await aPicture(++number, number % 3 === 0 ? 'png' : 'jpeg')
    files[path] = file
    for (const key of keys) expected.get(key)?.pictures.set(hashOf(file), type)
  }
  for (const { key, name, shots, files: named } of people) {
    const isOnly =
      people.filter((other) => other.name.normalize('NFC').toLowerCase() === name.normalize('NFC').toLowerCase())
        .length === 1
    for (const [shot, way] of shots.entries()) {
      const own = `IMG ${number + 1}.jpg`
      if (way === 'files column') named.push(own)
      const path = {
        'files column': `DCIM/${own}`,
        folder: `sorted/${key}/${own}`,
        'start of the name': `${key}_${shot}.jpg`,
        'name of the person as folder': isOnly ? `${name}/${own}` : `${key}/${own}`,
      }[way]
      await add(path, 'IP', [key])
    }
  }
  const [one, other] = (shape.siblings ?? []).map((at) => people[at % people.length])
  if (one && other && one !== other) {
    one.files.push('both.jpg')
    other.files.push('both.jpg')
    await add('both.jpg', 'MGP', [one.key, other.key])
  }
  for (const at of shape.groupPictures) {
    const group = shape.groupNames[at] as string
    const members = people.filter((each) => each.group === group).map(({ key }) => key)
    if (members.length > 0) await add(`_group/${group}/${++number}.jpg`, 'GP', members)
  }
  await world.writeFiles(files)
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = people.map((each) => {
    const { key, name, group, files } = each
    const code = expected.get(key)?.code ?? ''
    const cells: Record<string, string> = { key, name, group, code, files: files.join('|') }
    return shape.columns.map((column) => cell(cells[column] ?? '')).join(shape.separator)
  })
  const text = [shape.columns.join(shape.separator), ...rows, ''].join(shape.newline).normalize(shape.composed)
  await world.writeFiles({ 'roster.csv': (shape.bom ? '\uFEFF' : '') + text })
  return expected
}

async function check(world: ImportWorld, expected: Map<string, Expected>): Promise<void> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).toArray()
  const sets = await findDeliveredSets(
    app,
    provider.key,
    subjects.map(({ uuid }) => uuid),
  )
  expect(sets.map(({ subject }) => subject.key).sort()).toEqual([...expected.keys()].sort())
  for (const { subject, pictures } of sets) {
    const expectedSet = expected.get(subject.key) as Expected
    expect(subject.group).toBe(expectedSet.group.normalize('NFC'))
    expect(Object.fromEntries(pictures.map(({ hash, pictureType }) => [hash, pictureType]))).toEqual(
      Object.fromEntries(expectedSet.pictures),
    )
    expect(pictures).toHaveLength(expectedSet.pictures.size)
    if (expectedSet.code) expect(await subjectsOfCode(app, provider, expectedSet.code)).toEqual([subject.uuid])
    for (const { uuid, working } of pictures) {
      const of = { provider: provider.key, uuid }
      expect(await app.blobs.head(sizeKey(of, 320))).not.toBeNull()
      expect(await app.blobs.head(workingKey(of, working))).not.toBeNull()
    }
  }
}

describe('an import of whatever a photographer may have', () => {
  it('gives all subjects their own pictures and no others, the first time and every time after', async () => {
    let salt = 0
    await fc.assert(
      fc.asyncProperty(shape, fc.nat(4), async (shape, stopAfter) => {
        const world = await buildImportWorld()
        try {
          const expected = await layOut(world, shape, ++salt)
          const stopping = new AbortController()
          await world.import({
            signal: stopping.signal,
            onProgress: ({ done }) => done > stopAfter && stopping.abort(),
          })
          const report = await world.import()
          expect(report.problems.filter(({ text }) => !text.includes('has no photograph of its own'))).toEqual([])
          await check(world, expected)
          await world.import()
          await check(world, expected)
        } finally {
          await world.close()
        }
      }),
      { numRuns: 10 },
    )
  }, 120_000)
})
