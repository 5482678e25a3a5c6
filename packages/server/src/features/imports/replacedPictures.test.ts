import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { replacePicture } from '../corrections/replacePicture.ts'
import { type Job, jobsOf, picturesOf } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'

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
