import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../../testing/buildImport.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { jobsCommand } from '../command.ts'
import { createMention } from './reasonsOfPerson.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  const rows = ['qx77;Zanzibella Quorvath;4A', '2;Bo Lind;4A', '3;Cia Ask;4B', '4;Dan Ek;4B']
  await world.writeFiles({
    'roster.csv': ['key;name;group', ...rows].join('\n'),
    'qx77_1.jpg': await aPicture(1),
    '3_1.jpg': await aPicture(2),
    '4_1.jpg': await aPicture(3),
    '_group/4A/a.jpg': await aPicture(4),
    '_group/4B/b.jpg': await aPicture(5),
  })
  await world.import()
})
afterEach(() => world.close())

const jobs = async (what: string, ...argv: string[]) => {
  const { code, lines } = await runInTerminal(
    jobsCommand,
    [what, 'Spring', ...argv, '--provider', world.provider.key],
    world.app,
  )
  expect([what, code, lines]).toEqual([what, 0, expect.anything()])
  return lines.join('\n')
}

/** The collections in which a text is found. */
async function found(text: RegExp): Promise<string[]> {
  const all = await world.app.db.listCollections().toArray()
  const hits = await Promise.all(
    all.map(async ({ name }) => {
      const documents = await world.app.db.collection(name).find({}).toArray()
      return text.test(JSON.stringify(documents)) ? [name] : []
    }),
  )
  return hits.flat()
}

it('reasons about others, and in what can be undone, do not name a deleted child', async () => {
  await jobs('unpublish', '--class', '4A', '--reason', "Zanzibella's mother called")
  await jobs('unpublish', '--class', '4B', '--reason', 'red eyes')
  await jobs('decide-group', 'a.jpg', 'hide', '--reason', 'Quorvath family')
  await jobs('decide-group', 'b.jpg', 'hide', '--reason', 'as for Zanzibella')
  await jobs('pictures', 'hide', '3_1.jpg', '--reason', 'qx77 is in the background')
  await jobs('pictures', 'hide', '4_1.jpg', '--reason', 'blinks')
  await jobs('withdraw', 'Bo Lind', '--reason', 'moved away with Zanzibella')
  await jobs('unpublish', '--subject', 'Dan Ek', '--reason', 'friend of Zanzibella Quorvath')
  const consent = ['--who', 'Ms Quorvath', '--source', 'form of Zanzibella']
  await jobs('consent', 'Cia Ask', 'yearbook', 'yes', ...consent)
  const names = /zanzibella|quorvath|qx77/i
  expect((await found(names)).toSorted()).toEqual(['correctionSteps', 'jobs', 'pictures', 'subjectSteps', 'subjects'])
  expect(await jobs('delete-subject', 'Zanzibella Quorvath', '--yes')).toContain('7 × reason that named the person')
  expect(await found(names)).toEqual([])
  // The states themselves stay, with the reasons that name nobody.
  expect(await found(/red eyes/)).toEqual(['jobs'])
  expect((await found(/blinks/)).toSorted()).toEqual(['correctionSteps', 'pictures'])
  const [bo] = await world.app.db.collection('subjects').find({ key: '2' }).toArray()
  expect(bo?.withdrawn).toEqual({ at: expect.any(Date), by: null })
})

it('a text names somebody by a key, or by one word of a name, also in the genitive', () => {
  const mentions = createMention([{ key: '4001', name: 'Åsa Berg-Li', earlierNames: ['Ann B'], earlierKeys: ['x9'] }])
  const named = ['asa', 'Åsas Mutter', 'Ms BERG', 'asks Ann', 'is 4001', 'was x9', '4001_1.jpg']
  expect(named.filter((text) => !mentions(text))).toEqual([])
  const others = ['bergen', '40010', 'b', 'Anna', 'x99', '']
  expect(others.filter(mentions)).toEqual([])
})
