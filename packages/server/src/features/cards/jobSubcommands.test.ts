import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../../scripts/browser.ts'
import { readCodes } from '../../imaging/codes/readCodes.ts'
import { buildJob, type Child } from '../../testing/buildJob.ts'
import { type DrawPdf, openPdfReader } from '../../testing/drawPdf.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsCommand } from '../jobs/command.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { cardJob, readCardText } from './cardText.ts'
import { findCards } from './collection.ts'

let server: TestServer
let folder: string
let browser: Browser
let draw: DrawPdf
beforeAll(async () => {
  ;[server, folder, browser] = await Promise.all([
    startTestServer(),
    mkdtemp(join(tmpdir(), 'pk-cards-')),
    launchBrowser(),
  ])
  draw = await openPdfReader(browser)
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...argv: string[]) => runInTerminal(jobsCommand, ['cards', ...argv], server.app)
const ours = () => ['--provider', server.provider.key]
const build = (children: readonly Child[]) => buildJob(server.app, server.provider, children)
/** The texts of all codes: a camera shows one card, so the sheet is read in four overlapping parts. */
async function textsOf(page: Buffer): Promise<string[]> {
  const { width, height } = await sharp(page).metadata()
  const size = { width: Math.floor(0.7 * width), height: Math.floor(0.4 * height) }
  const texts = new Set<string>()
  for (const left of [0, width - size.width]) {
    for (const top of [0, 0.3, 0.6].map((share) => Math.floor(share * height))) {
      const part = await sharp(page)
        .extract({ left, top, ...size })
        .png()
        .toBuffer()
      for (const text of (await readCodes(part)).texts) texts.add(text)
    }
  }
  for (const text of (await readCodes(page)).texts) texts.add(text)
  return [...texts]
}

/** A job without anybody. */
async function buildEmpty() {
  const built = await build([{ name: 'Emma' }])
  await server.app.db.collection('subjects').deleteMany({ provider: server.provider.key, jobUuid: built.job.uuid })
  return built
}
const cardsOfJob = (uuid: string) => findCards(server.app, server.provider.key, uuid)
const textOf = async (file: string) =>
  (await extractText(new Uint8Array(await readFile(file)))).text.map((page) => page.replace(/\s+/g, ' '))

/** The numbers on the cards of each page, as a camera reads them. */
async function numbersOn(file: string, job: string): Promise<number[][]> {
  const pages = await draw(await readFile(file), 2)
  return Promise.all(
    pages.map(async (page) => {
      // What is not the text of a card is that of a code cut through by the part's edge.
      const read = (await textsOf(page)).flatMap((text) => readCardText(text) ?? [])
      expect(read.every((card) => card.job === cardJob(server.provider.key, job))).toBe(true)
      return read.map((card) => card.number).sort((one, other) => one - other)
    }),
  )
}

describe('./portraitkit jobs cards', () => {
  it('writes a list and cards for each class, in the order of classes and names, with blank cards', async () => {
    const { job, subjects } = await build([
      { name: 'Łucja Őze', group: '10A', photographed: false },
      { name: 'Noah Carter', group: '2A' },
      { name: 'Emma Carter', group: '2A', photographed: false },
    ])
    const file = join(folder, 'deep', 'cards.pdf')
    const { code, out, problem } = await run(job.uuid, ...ours(), '--out', file, '--per-page', '4')
    expect({ code, problem }).toEqual({ code: 0, problem: '' })
    expect(out).toContain('3 cards of 2 classes, and 2 blank')
    const texts = await textOf(file)
    expect(texts).toHaveLength(4)
    expect(texts[0]).toMatch(/^2A .*1 Emma Carter 2 Noah Carter 4 Walk-in/)
    expect(texts[1]).toMatch(/Emma Carter 2A .* Card 1 .*Noah Carter 2A .* Card 2 .*Walk-in .* Card 4/)
    expect(texts[2]).toContain('Łucja Őze')
    expect(await numbersOn(file, job.uuid)).toEqual([[], [1, 2, 4], [], [3, 5]])
    const cards = await cardsOfJob(job.uuid)
    expect(cards.map(({ number, subject }) => [number, subject])).toEqual([
      [1, subjects[2]?.uuid],
      [2, subjects[1]?.uuid],
      [3, subjects[0]?.uuid],
      [4, null],
      [5, null],
    ])
    // It contains names of children.
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await readdir(join(folder, 'deep'))).toEqual(['cards.pdf'])
  })

  it('prints the same card for a person again, and blank ones with new numbers', async () => {
    const { job } = await build([{ name: 'Emma' }, { name: 'Noah' }])
    await run(job.uuid, ...ours(), '--out', join(folder, 'first.pdf'))
    await run(job.uuid, ...ours(), '--out', join(folder, 'second.pdf'))
    expect((await numbersOn(join(folder, 'first.pdf'), job.uuid)).flat()).toEqual([1, 2, 3])
    expect((await numbersOn(join(folder, 'second.pdf'), job.uuid)).flat()).toEqual([1, 2, 4])
  })

  it('has no card for somebody who was withdrawn', async () => {
    const { job, subjects } = await build([{ name: 'Emma' }, { name: 'Noah' }])
    await withdrawSubject(server.app, job, subjects[1]?.uuid ?? '', { by: 'Kim' })
    await run(job.uuid, ...ours(), '--out', join(folder, 'withdrawn.pdf'))
    expect((await cardsOfJob(job.uuid)).flatMap(({ subject }) => subject ?? [])).toEqual([subjects[0]?.uuid])
    expect((await textOf(join(folder, 'withdrawn.pdf'))).join(' ')).not.toContain('Noah')
  })

  it('has few or many cards on a page of either paper, each readable', async () => {
    const { job } = await build(Array.from({ length: 10 }, (_, at) => ({ name: `Maximiliane Großhans ${at}` })))
    for (const [perPage, paper] of [1, 5, 6, 9, 10].map((n) => [n, n % 2 ? 'A4' : 'letter'] as const)) {
      const file = join(folder, `${perPage}.pdf`)
      await run(job.uuid, ...ours(), '--out', file, '--per-page', String(perPage), '--paper', paper, '--blanks', '0')
      const [, ...sheets] = await numbersOn(file, job.uuid)
      expect(sheets.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect(sheets).toHaveLength(Math.ceil(10 / perPage))
    }
  }, 120_000)

  it('fits the longest names and classes: nothing is left out, and nothing runs off the page', async () => {
    const long = 'Maximiliane Großhans van der Westerwald-Ødegård '
    const name = long.repeat(3).slice(0, 120).trim()
    const { job } = await build([{ name, group: long.repeat(3).slice(0, 120).trim() }])
    for (const perPage of ['1', '4', '8', '10']) {
      const file = join(folder, `long-${perPage}.pdf`)
      await run(job.uuid, ...ours(), '--out', file, '--per-page', perPage, '--blanks', '0')
      const [list = '', card = ''] = await textOf(file)
      for (const text of [list, card]) expect(text.replace(/\s/g, '')).toContain(name.replace(/\s/g, ''))
      for (const page of await draw(await readFile(file))) {
        const { width, height } = await sharp(page).metadata()
        const edge = {
          left: Math.floor(width * 0.97),
          top: Math.floor(height * 0.06),
          width: 12,
          height: Math.floor(height * 0.12),
        }
        expect(Math.min(...(await sharp(page).extract(edge).greyscale().raw().toBuffer()))).toBe(255)
      }
    }
  })

  it('writes into the data folder if no file is named, in a language of the shop', async () => {
    const { job } = await build([{ name: 'Emma' }])
    const { out } = await run(job.uuid, ...ours(), '--language', 'de')
    const file = out.split('\n')[0] ?? ''
    expect(file).toContain(join(server.app.env.dataDir, 'cards'))
    expect((await textOf(file)).join(' ')).toContain('Nicht auf der Liste')
  })

  it('gives a blank card to a person of the roster, and to another one if that was wrong', async () => {
    const { job, subjects } = await build([{ name: 'Emma' }, { name: 'Noah' }])
    await run(job.uuid, ...ours(), '--out', join(folder, 'blank.pdf'))
    const give = (card: string, key: string, ...options: string[]) =>
      run(job.uuid, ...ours(), '--card', card, '--key', key, ...options)
    expect(await give('3', '1')).toMatchObject({ code: 0, out: expect.stringContaining("Card 3 is Noah's") })
    expect((await cardsOfJob(job.uuid))[2]).toMatchObject({ number: 3, subject: subjects[1]?.uuid })
    expect(await give('3', '0')).toMatchObject({ code: 1, problem: expect.stringContaining('Card 3 is that of Noah') })
    expect((await cardsOfJob(job.uuid))[2]).toMatchObject({ subject: subjects[1]?.uuid })
    expect((await give('3', '0', '--yes')).out).toContain("Card 3 is Emma's, and no longer that of Noah")
    expect(await give('3', '1', '--yes')).toMatchObject({ code: 0 })
    expect((await give('3', '1')).out).not.toContain('no longer')
    expect(await give('2', '0')).toMatchObject({ code: 1, problem: expect.stringContaining('no blank card 2') })
    expect(await give('9', '0')).toMatchObject({ code: 1, problem: expect.stringContaining('no blank card 9') })
    expect(await give('3', 'x')).toMatchObject({ code: 1, problem: expect.stringContaining('has the key "x"') })
    expect((await cardsOfJob(job.uuid)).map(({ subject }) => subject)).toEqual([
      subjects[0]?.uuid,
      subjects[1]?.uuid,
      subjects[1]?.uuid,
    ])
  })

  it('the history lists whom a blank card was given to, and an undo takes it back', async () => {
    const { job, subjects } = await build([{ name: 'Emma' }, { name: 'Noah' }])
    await run(job.uuid, ...ours(), '--out', join(folder, 'given.pdf'))
    const give = (key: string, ...options: string[]) =>
      run(job.uuid, ...ours(), '--card', '3', '--key', key, '--operator', 'Kim', ...options)
    const holder = async () => (await cardsOfJob(job.uuid))[2]?.subject ?? null
    const jobs = async (...argv: string[]) => {
      const { lines, problem } = await runInTerminal(jobsCommand, [...argv, ...ours()], server.app)
      return [...lines, problem].join('\n')
    }
    await give('1')
    expect((await give('0', '--yes')).out).toContain('Number 2 of the history')
    expect((await give('0')).out).not.toContain('history')
    const history = await jobs('history', job.uuid)
    expect(history).toMatch(/^2 .* cards {2}Emma: card 3 {2}Kim$/m)
    expect(history).toMatch(/^1 .* cards {2}Noah: card 3 {2}Kim$/m)
    expect(await jobs('undo', job.uuid, '1')).toContain('changed later: Noah')
    expect(await holder()).toBe(subjects[0]?.uuid)
    await jobs('undo', job.uuid, '2')
    expect(await holder()).toBe(subjects[1]?.uuid)
    await jobs('undo', job.uuid, '1')
    expect(await holder()).toBeNull()
    await jobs('undo', job.uuid, '4')
    expect(await holder()).toBe(subjects[1]?.uuid)
  })

  it('writes nothing if it fails, and says why', async () => {
    const { job } = await buildEmpty()
    const says = (code: number, words: string) => ({ code, problem: expect.stringContaining(words) })
    const out = ['--out', join(folder, 'none.pdf')]
    expect(await run(job.uuid, ...ours(), ...out)).toMatchObject(says(1, 'has nobody on its roster yet'))
    expect(await run('Nothing', ...ours(), ...out)).toMatchObject(says(1, 'has no job "Nothing"'))
    expect(await run(job.uuid, '--provider', server.other.key, ...out)).toMatchObject(says(1, 'has no job'))
    expect(await run(job.uuid, ...ours(), '--per-page', '11')).toMatchObject(says(2, 'from 1 to 10'))
    expect(await run(job.uuid, ...ours(), '--paper', 'A3')).toMatchObject(says(2, 'A4 or Letter'))
    expect(await run(job.uuid, ...ours(), '--blanks', '-1')).toMatchObject({ code: 2 })
    expect(await run(job.uuid, ...ours(), '--language', 'fr')).toMatchObject(says(2, 'languages are en, de'))
    expect(await run(job.uuid, ...ours(), '--card', '1')).toMatchObject(says(2, 'belong together'))
    expect(await readdir(folder)).not.toContain('none.pdf')
    expect(await cardsOfJob(job.uuid)).toEqual([])
  })
})
