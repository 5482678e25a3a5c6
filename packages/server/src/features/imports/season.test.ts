import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import {
  isOf,
  makeSeasonJob,
  type SeasonDelivery,
  type SeasonException,
  type SeasonFile,
  type SeasonJob,
  type SeasonPerson,
} from '../../testing/season.ts'
import { subjectsOfCode } from '../access/codes.ts'
import { listHistory } from '../corrections/history.ts'
import { undoCorrection } from '../corrections/undoCorrection.ts'
import { findDeliveredSets, type Job, jobsOf } from '../jobs/collection.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import type { ImportWarning } from './importReport.ts'
import { planSource, readSource } from './prepareImport.ts'
import { NO_DECISIONS, type Question } from './questions.ts'

/**
 * A season as the truth knows it: after each import, decision, withdrawal and undo every family sees only photographs of its own child and
 * of its class, by the code of its letter and by whatever it was granted before. Each fault of a list or a folder is an exception of its own.
 */
const isLong = process.env.PROOFS === 'long'
const SEASON = isLong ? { jobs: 40, people: 300, shots: 4 } : { jobs: 2, people: 24, shots: 1 }

let world: ImportWorld
let pictures = 0
beforeAll(async () => {
  world = await buildImportWorld()
})
afterAll(() => world.close())

/** The numbers of the photographs that each person's family sees. */
type Sight = Map<string, number[]>

/** A job of the season in the shop. */
function openSeasonJob({ name }: SeasonJob) {
  const { app, provider } = world
  const folderName = randomUUID()
  const request = { folder: join(world.folder, folderName), job: name, provider }
  const numbers = new Map<string, number>()
  // What a family has once entered the code for stays theirs.
  const granted = new Map<string, Set<string>>()
  const readExactly = () => readSource(app, request, { isExact: true })
  const readJob = async () => (await jobsOf(app, provider.key).findOne({ name })) as Job

  return {
    readJob,
    async receive({ roster, files }: SeasonDelivery): Promise<void> {
      const written: Record<string, Buffer | string> = { 'roster.csv': roster }
      for (const { path, content, truth } of files) {
        const picture = await aPicture(content)
        numbers.set(createHash('sha256').update(picture).digest('hex'), content)
        written[path] = truth === null ? picture.subarray(0, picture.length / 2) : picture
      }
      await world.writeFiles(
        Object.fromEntries(Object.entries(written).map(([path, file]) => [join(folderName, path), file])),
      )
    },
    import: () => world.import(request),
    plan: async () => planSource(await readExactly(), NO_DECISIONS).questions,
    apply: async (decisions: Map<string, string>) =>
      world.import({ ...request, source: await readExactly(), decisions }),
    async withdraw(code: string): Promise<void> {
      const [uuid = ''] = await subjectsOfCode(app, provider, code)
      await withdrawSubject(app, await readJob(), uuid, { by: null })
    },
    async undoLatest() {
      const job = await readJob()
      const [latest] = await listHistory(app, job, { limit: 1 })
      return undoCorrection(app, job, latest?.number ?? 0, null)
    },
    async look(people: readonly SeasonPerson[]): Promise<Sight> {
      const sight: Sight = new Map()
      for (const { id, code } of people) {
        const uuids = granted.get(id) ?? new Set()
        for (const uuid of code === '' ? [] : await subjectsOfCode(app, provider, code)) uuids.add(uuid)
        granted.set(id, uuids)
        const sets = await findDeliveredSets(app, provider.key, [...uuids])
        const seen = sets.flatMap(({ pictures }) => pictures.map(({ hash }) => numbers.get(hash) ?? -1))
        sight.set(id, seen.sort(byNumber))
      }
      return sight
    },
  }
}

const byNumber = (one: number, other: number) => one - other

describe(`in a season of ${SEASON.jobs} jobs with every kind of fault`, () => {
  for (let number = 0; number < SEASON.jobs; number++) {
    it(
      `job ${number} never shows a child to another family, and each fault is an exception`,
      async () => {
        const season = makeSeasonJob(number, SEASON, () => ++pictures)
        const { first, second, withdrawn } = season
        const job = openSeasonJob(season)

        await job.receive(first)
        const { problems } = await job.import()
        expectExceptions(first.exceptions, problems)
        expectOwn(await job.look(first.people), first, { isCorrected: false })

        const left = first.people.find(({ id }) => id === withdrawn) as SeasonPerson
        await job.withdraw(left.code)
        expect((await job.look([left])).get(withdrawn)).toEqual([])

        await job.receive(second)
        const questions = await job.plan()
        expectExceptions(second.exceptions, questions)
        expectOwn(await job.look(first.people), first, { isCorrected: false })

        const decisions = decide(questions, { first, second })
        await job.apply(decisions)
        const everybody = [...second.people, ...first.people.filter((each) => !isIn(second.people, each))]
        const after = await job.look(everybody)
        expectOwn(after, { ...second, people: everybody }, { isCorrected: true })
        expectEverything(after, { ...second, people: everybody }, withdrawn)
        // A second copy of a picture that is somebody's by now is the only thing that may be asked about it.
        // Nor is it certain what a file says whose name has a key that is another one's now.
        const exchanged = second.people.filter(({ id }) => second.exchanged.includes(id))
        const isOfExchanged = (path?: string) => {
          const truth = second.files.find((each) => each.path === path)?.truth ?? null
          return exchanged.some((person) => isOf(truth, person))
        }
        const open = (await job.plan()).filter(({ id, kind }) => decisions.get(id) !== 'leave' && kind !== 'picture')
        expect(open.filter(({ file }) => !isOfExchanged(file))).toEqual([])

        expect(await job.undoLatest()).toMatchObject({ outcome: 'undone' })
        // They are in the classes of the first list again.
        const before = everybody.map((each) => first.people.find(({ id }) => id === each.id) ?? each)
        expectOwn(await job.look(everybody), { ...second, people: before }, { isCorrected: false })
      },
      isLong ? 3_600_000 : undefined,
    )
  }
})

const isIn = (people: readonly SeasonPerson[], { id }: SeasonPerson) => people.some((each) => each.id === id)

/** Each fault is named with its file, or with the name in its line. */
function expectExceptions(expected: readonly SeasonException[], warnings: readonly (ImportWarning | Question)[]): void {
  const texts = warnings.map(({ file, text }) => `${file ?? ''} ${text}`)
  const missing = expected.filter(
    ({ place, text }) => !texts.some((each) => each.includes(place) && each.includes(text)),
  )
  expect(missing).toEqual([])
}

/** Nobody sees anything but photographs of themselves and of their class, or what the first list has wrongly said to be theirs. */
function expectOwn(sight: Sight, { people, files }: SeasonDelivery, { isCorrected }: { isCorrected: boolean }): void {
  const byContent = Map.groupBy(files, ({ content }) => content)
  const foreign = people.flatMap((person) =>
    (sight.get(person.id) ?? [])
      .filter((content) => !(byContent.get(content) ?? []).some((file) => mayShow(file, person, isCorrected)))
      .map((content) => ({ person, content, files: byContent.get(content) })),
  )
  expect(foreign).toEqual([])
}

const mayShow = ({ truth, wronglyOf }: SeasonFile, person: SeasonPerson, isCorrected: boolean) =>
  isOf(truth, person) || (!isCorrected && wronglyOf === person.id)

/** After every decision each family sees all that is theirs, but for what cannot be decided and who is withdrawn. */
function expectEverything(sight: Sight, { people, files }: SeasonDelivery, withdrawn: string): void {
  const left = people.find(({ id }) => id === withdrawn)
  for (const person of people.filter(({ id, code }) => id !== withdrawn && code !== '')) {
    const own = files.filter(
      ({ truth, isOpen }) => !isOpen && isOf(truth, person) && !(left && isShared(truth) && isOf(truth, left)),
    )
    expect({ person, sees: sight.get(person.id) }).toEqual({
      person,
      sees: [...new Set(own.map(({ content }) => content))].sort(byNumber),
    })
  }
}

const isShared = (truth: SeasonFile['truth']) => truth !== null && ('group' in truth || truth.people.length > 1)

type Deliveries = { first: SeasonDelivery; second: SeasonDelivery }

/** Decides as an operator who knows everybody. What cannot be told by the options is left. */
function decide(questions: readonly Question[], { first, second }: Deliveries): Map<string, string> {
  const before = new Map(first.people.map((person) => [person.key, person]))
  const whoIs = (key: string) => before.get(key)?.id
  const keyOf = (id: string) => [...second.people, ...first.people].find((person) => person.id === id)?.key
  const answer = ({ kind, text, options, file: path, line }: Question): string | undefined => {
    const values = options.map(({ value }) => value)
    const file = second.files.find((each) => each.path === path)
    if (kind === 'person') {
      const person = second.people[(line ?? 0) - 2]
      const same = values.find(
        (value) => value.startsWith('same ') && whoIs(value.slice('same '.length)) === person?.id,
      )
      if (same) return same
      const isStored = first.people.some(({ id }) => id === person?.id)
      if (values.includes('same')) return whoIs(person?.key ?? '') === person?.id ? 'same' : 'leave'
      return isStored ? 'leave' : 'new'
    }
    if (kind === 'picture') return file?.wronglyOf ? 'move' : 'leave'
    if (!file?.truth || !('people' in file.truth)) return undefined
    const [id = '', another] = file.truth.people
    if (kind === 'file') return another === undefined && !file.isOpen ? `person ${keyOf(id)}` : 'leave'
    if (kind === 'copies') return another === undefined ? values.find((value) => value === `only ${path}`) : 'shared'
    throw new Error(`An operator has no answer: ${text}`)
  }
  return new Map(
    questions.flatMap((question) => {
      const value = answer(question)
      return value === undefined ? [] : [[question.id, value] as const]
    }),
  )
}
