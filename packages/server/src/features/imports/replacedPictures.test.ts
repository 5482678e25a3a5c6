import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { replacePicture } from '../corrections/replacePicture.ts'
import { type Job, jobsOf, picturesOf } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { planSource, readSource } from './prepareImport.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({ 'roster.csv': 'key;name;group\n1;Emma;4B\n2;Noah;4B\n', '1-a.jpg': await aPicture(1) })
})
afterEach(() => world.close())

const pictures = () => picturesOf(world.app, world.provider.key).find({}).toArray()
async function replaceWith(bytes: Buffer): Promise<void> {
  const job = (await jobsOf(world.app, world.provider.key).findOne({})) as Job
  const [picture] = await pictures()
  await replacePicture(world.app, job, picture as Picture, bytes, null)
}

it('a replaced picture stays one, whether its first file or the new one is imported again', async () => {
  await world.import()
  const retouched = await aPicture(1 + 17)
  await replaceWith(retouched)
  const first = await world.import()
  expect([first.photographs, await pictures()]).toMatchObject([{ imported: 0, known: 1 }, [{ fileName: '1-a.jpg' }]])
  await world.writeFiles({ '1-a.jpg': retouched, '2-b.jpg': retouched })
  const second = await world.import()
  expect(second.photographs).toMatchObject({ imported: 0 })
  expect(await pictures()).toHaveLength(1)
  // The same photograph as Noah's is said, not doubled.
  expect(second.problems.map(({ file }) => file)).toContain('2-b.jpg')
})

it('a file with the name of a picture of the same child points to the replacement', async () => {
  await world.import()
  await world.writeFiles({ '1-a.jpg': await aPicture(1 + 17), '2/1-a.jpg': await aPicture(3) })
  const { problems, photographs } = await world.import()
  expect(photographs).toMatchObject({ imported: 2 })
  expect(problems.filter(({ text }) => text.includes('jobs pictures <job> replace')).map(({ file }) => file)).toEqual([
    '1-a.jpg',
  ])
})

it('a file that a picture had before gives the picture to nobody else: it may show another child', async () => {
  await world.import()
  await replaceWith(await aPicture(1 + 17))
  const [before] = await pictures()
  // What was Emma's by mistake is really Noah's.
  await rm(join(world.folder, '1-a.jpg'))
  await world.writeFiles({ '2-n.jpg': await aPicture(1) })
  const request = { folder: world.folder, provider: world.provider, job: 'Spring' }
  const { questions, plan } = planSource(await readSource(world.app, request, { isExact: true }), new Map())
  const reason = expect.stringContaining('1-a.jpg had this file before it was replaced, and is a picture of Emma ("1")')
  expect(questions).toEqual([])
  expect(plan.warnings).toContainEqual({ file: '2-n.jpg', text: reason })
  const { problems, photographs } = await world.import({ move: true })
  expect([photographs, problems]).toMatchObject([{ imported: 0, known: 0 }, expect.anything()])
  expect(problems.filter(({ file }) => file === '2-n.jpg')).toEqual([{ file: '2-n.jpg', text: reason }])
  expect(await pictures()).toEqual([before])
  // Nor does it become somebody's because it is nobody's.
  await picturesOf(world.app, world.provider.key).updateOne({}, { $set: { 'assignment.to': 'unmatched' } } as never)
  const again = await world.import({ move: true })
  expect(again.problems.map(({ file }) => file)).toContain('2-n.jpg')
  expect((await pictures())[0]?.assignment.to).toBe('unmatched')
})
