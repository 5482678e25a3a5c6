import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aCardFrame } from '../../testing/aCardFrame.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { cardJob, cardText } from '../cards/cardText.ts'
import { issueCards, nameCard } from '../cards/collection.ts'
import type { SortOptions } from '../cards/sortByCards.ts'
import { jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'
import { warningLine } from './importReport.ts'

let world: ImportWorld
let job: string
/** The numbers of the cards, by key. */
let cards: Map<string, number>

const ROSTER = 'key;name;group\n1;Emma;4B\n2;Noah;4B\n3;Liam;4B\n'

beforeEach(async () => {
  world = await buildImportWorld()
  const { app, provider } = world
  await world.writeFiles({ 'roster.csv': ROSTER })
  await world.import()
  job = (await jobsOf(app, provider.key).findOne({}))?.uuid ?? ''
  const subjects = await subjectsOf(app, provider.key).find({ jobUuid: job }).toArray()
  const issued = await issueCards(app, provider.key, job, {
    persons: subjects,
    blanks: [{ group: '4B', count: 1 }],
    print: 'print',
  })
  const keys = new Map(subjects.map(({ uuid, key }) => [uuid, key]))
  cards = new Map(issued.map(({ number, subject }) => [keys.get(subject ?? '') ?? 'blank', number]))
})
afterEach(() => world.close())

let count = 0
beforeEach(() => {
  count = 0
})

/** What the camera takes next: `card 1`, `two 1 2`, `torn 1`, `blurred 1`, `foreign` or `photo`. */
async function shoot(folder: string, ...scenes: string[]): Promise<void> {
  for (const each of scenes) {
    const [what, ...keys] = each.split(' ')
    const text = (key: string) => cardText({ job: cardJob(world.provider.key, job), number: cards.get(key) ?? 0 })
    const foreign = cardText({ job: cardJob('another', 'job'), number: 1 })
    const texts = what === 'photo' ? [] : what === 'foreign' ? [foreign] : keys.map(text)
    const at = count++
    const time = new Date(Date.UTC(2026, 8, 1, 9, 0, at * 5)).toISOString()
    const file = await aCardFrame(
      {
        seed: at * 4 + 1,
        width: 900,
        height: 600,
        cards: texts.map((each, index) => ({
          text: each,
          size: 0.2,
          x: texts.length === 1 ? 0.5 : 0.3 + 0.4 * index,
          y: 0.45,
          turn: 5,
          pitch: 5,
          yaw: -5,
          glare: 0,
          torn: what === 'torn' ? 0.45 : 0,
        })),
        // Six modules of its code, so that not even its soft corners are left.
        blur: what === 'blurred' ? (6 * 0.2) / 21 : 0,
        noise: 2,
        quality: 85,
      },
      {
        IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
        IFD2: { DateTimeOriginal: time.slice(0, 19).replaceAll('-', ':').replace('T', ' '), BodySerialNumber: '42' },
      },
    )
    await world.writeFiles({ [`${folder}/IMG_${String(at + 1).padStart(4, '0')}.jpg`]: file })
  }
}

/** The files of each person's own pictures. */
async function namedFiles(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const pictures = await picturesOf(app, provider.key).find({ jobUuid: job }).toArray()
  const subjects = await subjectsOf(app, provider.key).find({ jobUuid: job }).sort({ key: 1 }).toArray()
  const own = ({ uuid }: { uuid: string }) =>
    pictures.filter(({ assignment: to }) => to.to === 'subjects' && to.subjects.some((each) => each.uuid === uuid))
  return Object.fromEntries(
    subjects.map((subject) => [
      subject.name,
      own(subject)
        .map(({ fileName }) => fileName)
        .sort(),
    ]),
  )
}

const importCards = (options: SortOptions = {}) => world.import({ cards: options })

describe('an import with cards', () => {
  it('gives everybody the photographs after their card, and nobody the cards', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'photo', 'card 3', 'photo', 'card 2', 'photo')
    const report = await importCards()
    expect(report.problems).toEqual([])
    expect(await namedFiles()).toEqual({
      Emma: ['IMG_0002.jpg', 'IMG_0003.jpg'],
      Noah: ['IMG_0007.jpg'],
      Liam: ['IMG_0005.jpg'],
    })
    const reasons = (await picturesOf(world.app, world.provider.key).find({ jobUuid: job }).toArray()).map(
      ({ assignment }) => assignment.why,
    )
    expect(new Set(reasons)).toEqual(new Set(['qr-card']))
    expect(report.cards).toMatchObject({ frames: 3, assigned: 4, exceptions: 0, people: { photographed: 3, total: 3 } })
    expect(report.cards?.cards.map(warningLine)).toEqual([
      `DCIM/IMG_0001.jpg shows card ${cards.get('1')} of Emma ("1") and names 2 photographs`,
      `DCIM/IMG_0004.jpg shows card ${cards.get('3')} of Liam ("3") and names 1 photograph`,
      `DCIM/IMG_0006.jpg shows card ${cards.get('2')} of Noah ("2") and names 1 photograph`,
    ])
    expect(report.cards?.notes[0]).toBe('Canon EOS R6 42: 7 files, 3 with cards, in the order of its clock')
    const again = await importCards()
    expect(again.photographs).toMatchObject({ imported: 0, known: 4 })
  })

  it('gives nobody what follows a card that is out of focus', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'blurred 2', 'photo', 'photo', 'card 3', 'photo')
    const report = await importCards()
    expect(await namedFiles()).toEqual({ Emma: ['IMG_0002.jpg'], Noah: [], Liam: ['IMG_0007.jpg'] })
    expect(report.problems.map(warningLine)).toEqual([
      'Roster line 3 (Noah) has no photograph of its own',
      expect.stringMatching(/^DCIM\/IMG_0003.jpg was left out: all of it is out of focus, or too dark/),
      expect.stringMatching(
        /^DCIM\/IMG_0004.jpg was left out: the photograph before it, DCIM\/IMG_0003.jpg, is out of focus/,
      ),
      expect.stringMatching(/^DCIM\/IMG_0005.jpg was left out: the photograph before it, DCIM\/IMG_0003.jpg/),
    ])
  })

  it('lists pictures of the job that the roster or a card says are somebody else’s, and that nothing names any more', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'card 2', 'photo')
    const named = 'key;name;group;files\n1;Emma;4B;IMG_0004.jpg\n2;Noah;4B;IMG_0002.jpg\n3;Liam;4B;\n'
    const changed = { Emma: ['IMG_0004.jpg'], Noah: ['IMG_0002.jpg'], Liam: [] }
    await world.writeFiles({ 'roster.csv': named })
    await world.import()
    const listed = async (cards: SortOptions | undefined) => {
      const { problems } = await world.import(cards ? { cards } : {})
      expect(await namedFiles()).toEqual(changed)
      return problems.flatMap(({ file, text }) => (file ? [`${file} ${text}`] : []))
    }
    expect(await listed({})).toEqual([
      expect.stringMatching(/IMG_0002.jpg stays a picture of Noah .*the card in DCIM\/IMG_0001.jpg says Emma/),
      expect.stringMatching(/IMG_0004.jpg stays a picture of Emma .*the card in DCIM\/IMG_0003.jpg says Noah/),
    ])
    await world.writeFiles({ 'roster.csv': ROSTER })
    expect(await listed({})).toEqual([
      expect.stringContaining('IMG_0002.jpg was left out: it is already a picture of Noah'),
      expect.stringContaining('IMG_0004.jpg was left out: it is already a picture of Emma'),
    ])
    expect((await listed(undefined)).filter((line) => line.includes('but no line, folder or name'))).toHaveLength(2)
    await world.import({ cards: {}, move: true })
    const isNamed = (await world.import()).problems.some(({ text }) => text.includes('stays a picture'))
    expect([await namedFiles(), isNamed]).toEqual([{ Emma: ['IMG_0002.jpg'], Noah: ['IMG_0004.jpg'], Liam: [] }, false])
  })

  it('lists what no card names for certain, and gives it to nobody', async () => {
    await shoot('DCIM', 'photo', 'card 1', 'photo', 'torn 2', 'photo', 'two 2 3', 'photo', 'foreign', 'photo', 'card 3')
    const report = await importCards()
    const of = (number: number) => `DCIM/IMG_${String(number).padStart(4, '0')}.jpg`
    const reasons = report.problems.filter(({ file }) => file).map(({ file, text }) => `${file} ${text.split(';')[0]}`)
    expect(reasons).toEqual([
      `${of(1)} was left out: its camera took it before any card`,
      `${of(4)} was left out: it may show a card that cannot be read, or is damaged`,
      `${of(5)} was left out: the card before it, in ${of(4)}, cannot be read`,
      `${of(6)} was left out: it shows two cards, ${cards.get('2')} and ${cards.get('3')}`,
      `${of(7)} was left out: there are two cards before it, in ${of(6)}`,
      `${of(8)} was left out: it shows a card of another job or shop, or of somebody who was deleted`,
      `${of(9)} was left out: the card before it, in ${of(8)}, is of another job or shop, or of somebody who was deleted`,
    ])
    expect(await namedFiles()).toEqual({ Emma: ['IMG_0003.jpg'], Noah: [], Liam: [] })
    expect(report.cards?.cards.map(({ text }) => text.split(' ').slice(0, 4).join(' '))).toEqual([
      `shows card ${cards.get('1')} of`,
      `shows card ${cards.get('3')} and`,
    ])
  })

  it('lists a photograph whose name or folder contradicts its card', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'photo', 'photo')
    await mkdir(join(world.folder, 'Noah'))
    await rename(join(world.folder, 'DCIM/IMG_0002.jpg'), join(world.folder, 'Noah/IMG_0002.jpg'))
    await world.writeFiles({
      'roster.csv': 'key;name;group;files\n1;Emma;4B;IMG_0004\n2;Noah;4B;IMG_0003\n3;Liam;4B;\n',
    })
    const report = await importCards()
    expect(await namedFiles()).toEqual({ Emma: ['IMG_0004.jpg'], Noah: [], Liam: [] })
    const texts = report.problems.filter(({ file }) => file).map(warningLine)
    expect(texts.map((text) => text.split(';')[0])).toEqual([
      'DCIM/IMG_0003.jpg was left out: the card in DCIM/IMG_0001.jpg says Emma ("1"), its name, folder or the roster says Noah ("2")',
      'Noah/IMG_0002.jpg was left out: the card in DCIM/IMG_0001.jpg says Emma ("1"), its name, folder or the roster says Noah ("2")',
    ])
    // A person decides: without the cards the names count.
    await world.import()
    expect((await namedFiles()).Noah).toEqual(['IMG_0002.jpg', 'IMG_0003.jpg'])
  })

  it('follows the name or folder where the card is doubtful', async () => {
    await shoot('DCIM', 'torn 2', 'photo', 'photo')
    await mkdir(join(world.folder, 'Noah'))
    await rename(join(world.folder, 'DCIM/IMG_0002.jpg'), join(world.folder, 'Noah/IMG_0002.jpg'))
    await importCards()
    expect(await namedFiles()).toEqual({ Emma: [], Noah: ['IMG_0002.jpg'], Liam: [] })
  })

  it('lists the photographs of a walk-in until the blank card has a name', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'card blank', 'photo')
    const number = cards.get('blank') ?? 0
    const problem = (await importCards()).problems.find(({ file }) => file === 'DCIM/IMG_0004.jpg')
    expect(problem?.text).toContain(`it belongs to the walk-in with blank card ${number}, in DCIM/IMG_0003.jpg`)
    await world.writeFiles({ 'roster.csv': `${ROSTER}4;Zoë;4B\n` })
    await importCards()
    const { app, provider } = world
    const zoe = await subjectsOf(app, provider.key).findOne({ jobUuid: job, key: '4' })
    await nameCard(app, provider.key, job, { number, subject: zoe?.uuid ?? '' })
    await importCards()
    expect(await namedFiles()).toMatchObject({ Emma: ['IMG_0002.jpg'], Zoë: ['IMG_0004.jpg'] })
  })

  it('does not show a card to a class either', async () => {
    await shoot('_group/4B', 'card 1')
    await world.writeFiles({ '_group/4B/class.jpg': await aPicture(1) })
    await importCards()
    const pictures = await picturesOf(world.app, world.provider.key).find({ jobUuid: job }).toArray()
    expect(pictures.map(({ fileName }) => fileName)).toEqual(['class.jpg'])
  })

  it.each([
    ['a damaged file', 9000, 'IMG_0003.jpg'],
    ['an empty file', 0, 'IMG_0003.jpg'],
    ['a file in a format that is not read', 9000, 'IMG_0003.HEIC'],
  ])('takes %s for a card that cannot be read', async (_what, bytes, name) => {
    await shoot('DCIM', 'card 1', 'photo', 'card 2', 'photo')
    const path = join(world.folder, 'DCIM/IMG_0003.jpg')
    const damaged = (await readFile(path)).subarray(0, bytes)
    await rm(path)
    await world.writeFiles({ [`DCIM/${name}`]: damaged })
    const report = await importCards()
    expect(await namedFiles()).toEqual({ Emma: ['IMG_0002.jpg'], Noah: [], Liam: [] })
    const files = report.problems.flatMap(({ file }) => file ?? [])
    expect(files).toEqual([`DCIM/${name}`, 'DCIM/IMG_0004.jpg'])
  })

  it('does not miss a photograph that its camera stored as JPEG, too', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'photo')
    await world.writeFiles({ 'DCIM/IMG_0002.CR3': 'raw' })
    await importCards()
    expect((await namedFiles()).Emma).toEqual(['IMG_0002.jpg', 'IMG_0003.jpg'])
  })

  it('leaves group pictures to their folder, whatever card was before them', async () => {
    await shoot('_group/4B', 'photo', 'torn 1', 'photo', 'card 2', 'photo')
    const report = await importCards()
    const pictures = await picturesOf(world.app, world.provider.key).find({ jobUuid: job }).toArray()
    expect(pictures.map(({ fileName }) => fileName).sort()).toEqual(['IMG_0001.jpg', 'IMG_0003.jpg', 'IMG_0005.jpg'])
    expect(pictures.every(({ assignment }) => assignment.to === 'groups')).toBe(true)
    expect(report.problems.flatMap(({ file }) => file ?? [])).toEqual(['_group/4B/IMG_0002.jpg'])
  })

  it('imports what may show a card if the roster names it: somebody has looked', async () => {
    await shoot('DCIM', 'torn 1', 'card 2', 'photo')
    const roster = 'key;name;group;files\n1;Emma;4B;IMG_0001\n2;Noah;4B;IMG_0002\n3;Liam;4B;\n'
    await world.writeFiles({ 'roster.csv': roster })
    await importCards()
    // A card that was read stays out.
    expect(await namedFiles()).toEqual({ Emma: ['IMG_0001.jpg'], Noah: ['IMG_0003.jpg'], Liam: [] })
  })

  it('of somebody who is no longer on the roster gives their photographs to nobody', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'card 3', 'photo')
    await world.writeFiles({ 'roster.csv': 'key;name;group\n1;Emma;4B\n2;Noah;4B\n' })
    const report = await importCards()
    expect(await namedFiles()).toMatchObject({ Emma: ['IMG_0002.jpg'], Liam: [] })
    const problem = report.problems.find(({ file }) => file === 'DCIM/IMG_0004.jpg')
    expect(problem?.text).toContain('is of Liam ("3"), who is not on this roster')
  })

  it('is requested by options of the command, and says what the cards did', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'card 2', 'photo', 'card 1', 'photo')
    const run = (...more: string[]) =>
      runInTerminal(
        importCommand,
        [world.folder, '--provider', world.provider.key, '--job', 'Spring', ...more],
        world.app,
      )
    const first = await run('--cards')
    expect(first.out).toContain(
      'Cards: 3 files with cards, which nobody is shown; 1 photograph named by them, 2 by none for certain. 1 of 3 people with a card have photographs.',
    )
    expect(await namedFiles()).toEqual({ Emma: [], Noah: ['IMG_0004.jpg'], Liam: [] })
    await run('--cards', '--card-returns')
    expect((await namedFiles()).Emma).toEqual(['IMG_0002.jpg', 'IMG_0006.jpg'])
    expect(await readFile(join(world.folder, 'import-report.txt'), 'utf8')).toContain(
      'Photographs of cards:\n- DCIM/IMG_0001.jpg shows card',
    )
    expect((await run('--card-returns')).problem).toContain('--card-returns and --max-frames need --cards')
    expect((await run('--cards', '--max-frames', '0')).problem).toContain('--max-frames is a whole number from 1')
  })

  it('ends without sorting anything if it is stopped while it reads', async () => {
    await shoot('DCIM', 'card 1', 'photo', 'card 2', 'photo')
    const stopping = new AbortController()
    const importing = world.import({ cards: {}, signal: stopping.signal, onProgress: () => stopping.abort() })
    await expect(importing).rejects.toThrow()
    expect(await namedFiles()).toEqual({ Emma: [], Noah: [], Liam: [] })
  })
})
