import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import jsQR from 'jsqr'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../../scripts/browser.ts'
import { buildJob, type Child } from '../../testing/buildJob.ts'
import { type DrawPdf, openPdfReader } from '../../testing/drawPdf.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import type { Job } from '../jobs/collection.ts'
import { lettersCommand } from './command.ts'

let server: TestServer
let folder: string
let browser: Browser
let draw: DrawPdf
beforeAll(async () => {
  ;[server, folder, browser] = await Promise.all([
    startTestServer(),
    mkdtemp(join(tmpdir(), 'pk-letters-')),
    launchBrowser(),
  ])
  draw = await openPdfReader(browser)
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...argv: string[]) => runInTerminal(lettersCommand, argv, server.app)
const ours = () => ['--provider', server.provider.key]
const build = (children: readonly Child[], change: Partial<Job> = {}) =>
  buildJob(server.app, server.provider, children, change)

type DrawnPage = { width: number; height: number; rgba: Uint8ClampedArray }

/** The pages of a PDF as they are printed. */
const drawn = async (pdf: Buffer) => Promise.all((await draw(pdf)).map(pixelsOf))

async function pixelsOf(png: Buffer): Promise<DrawnPage> {
  const picture = sharp(png).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgba: new Uint8ClampedArray(data) }
}

/** The text that a phone reads from the QR code of a page. */
const scanned = ({ rgba, width, height }: DrawnPage): string | undefined => jsQR(rgba, width, height)?.data

/** How green a point of a page is; its position is given in fractions of the width and height. */
const greenAt = ({ rgba, width, height }: DrawnPage, x: number, y: number) =>
  rgba[(Math.floor(y * height) * width + Math.floor(x * width)) * 4 + 1]

const textOf = async (pdf: Buffer) =>
  (await extractText(new Uint8Array(pdf))).text.map((one) => one.replace(/\s+/g, ' '))

describe('./portraitkit letters', () => {
  it('writes a page for each child, by group and name, with its code as text and as a QR code that opens its pictures', async () => {
    const { job, subjects } = await build(
      [
        { name: 'Łucja Őze', group: '10A', code: 'ACDEFGHJKM' },
        { name: 'Noah Carter', group: '2A' },
        { name: 'Emma Carter', group: '2A', code: 'MAPLE7' },
        { name: 'Ill Child', group: '1A', photographed: false },
      ],
      { name: 'Spring pictures', orderBy: new Date('2099-03-31T23:59:59.999Z') },
    )
    const file = join(folder, 'deep', 'letters.pdf')
    const answer = await run(job.name, ...ours(), '--out', file)
    expect(answer.problem).toBe('')
    expect(answer).toMatchObject({ code: 0, out: expect.stringContaining('3 letters; 1 without pictures left out') })
    const pdf = await readFile(file)
    const texts = await textOf(pdf)
    expect(texts.map((text) => text.match(/The pictures of (\S+ \S+)/)?.[1])).toEqual([
      'Emma Carter',
      'Noah Carter',
      'Łucja Őze',
    ])
    expect(texts[0]).toContain('2A, Spring pictures')
    expect(texts[0]).toContain('MAPLE7')
    expect(texts[0]).toContain('Please order by March 31, 2099.')
    expect(texts[0]).toContain(server.provider.contactInfo.email)
    expect(texts[2]).toContain('ACDEF-GHJKM')
    const pages = await drawn(pdf)
    const host = `http://${server.provider.hosts[0]}:${server.port}`
    expect(scanned(pages[0] as DrawnPage)).toBe(`${host}/c/MAPLE7`)
    for (const [index, at] of [2, 1, 0].entries()) {
      const link = new URL(scanned(pages[index] as DrawnPage) ?? '')
      const landed = await server.client().fetch({ path: link.pathname, headers: { host: link.host } })
      expect(landed.status).toBe(302)
      const code = new URL(String(landed.headers.location), link).searchParams.get('code') ?? ''
      const opened = await server.client().call(access.verifySubjectCode, { code })
      expect(opened.data?.subjects.map(({ uuid }) => uuid)).toEqual([subjects[at]?.uuid])
    }
    // only its owner can read a file of codes, and no partial file is left next to it
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await readdir(join(folder, 'deep'))).toEqual(['letters.pdf'])
  })

  it('uses the shop’s languages and colours, and omits a last day that is over', async () => {
    const { job } = await build([{ name: 'Emma Carter' }], { orderBy: new Date(0) })
    const file = join(folder, 'de.pdf')
    await run(job.uuid, ...ours(), '--out', file, '--language', 'de')
    const pdf = await readFile(file)
    const [text] = await textOf(pdf)
    expect(text).toContain('Die Bilder von Emma Carter')
    expect(text).not.toContain('Bitte bestellen Sie bis')
    // the panel of the code, at its left edge
    const [sheet] = (await drawn(pdf)) as [DrawnPage]
    const wash = Number.parseInt(server.provider.look.colours.light.wash.slice(3, 5), 16)
    expect(greenAt(sheet, 0.12, 0.45)).toBe(wash)
  })

  it('fits the longest names and codes: nothing runs off the page', async () => {
    const long = 'Maximiliane Großhans van der Westerwald-Ødegård '
    const name = long.repeat(3).slice(0, 120).trim()
    const { job } = await build([{ name, group: long.repeat(3).slice(0, 120), code: 'WW4679'.repeat(5) }])
    const file = join(folder, 'long.pdf')
    await run(job.uuid, ...ours(), '--out', file)
    const pdf = await readFile(file)
    const [text = ''] = await textOf(pdf)
    expect(text.replace(/\s/g, '')).toContain(name.replace(/\s/g, ''))
    expect(text.replace(/\s/g, '')).toContain('WW4679'.repeat(5))
    expect(text).toContain(server.provider.contactInfo.phone)
    const [sheet] = (await drawn(pdf)) as [DrawnPage]
    for (let y = 0; y < 1; y += 0.001) expect(greenAt(sheet, 0.92, y)).toBe(255)
    expect(scanned(sheet)).toContain('/c/')
  })

  it('writes into the data folder if no file is named', async () => {
    const { job } = await build([{ name: 'Emma' }], { name: 'Fjellgata skole, ærlig!', year: 2025 })
    const { out } = await run(job.uuid, ...ours())
    const file = join(server.app.env.dataDir, 'letters', 'fjellgata-skole-rlig-2025.pdf')
    expect(out).toContain(file)
    expect((await stat(file)).size).toBeGreaterThan(1000)
  })

  it('writes nothing if it fails, and says why', async () => {
    const { job } = await build([{ name: 'Ill', photographed: false }])
    const says = (code: number, words: string) => ({ code, problem: expect.stringContaining(words) })
    const out = ['--out', join(folder, 'none.pdf')]
    expect(await run(job.uuid, ...ours(), ...out)).toMatchObject(says(1, 'no pictures yet'))
    expect(await run('Nothing', ...ours(), ...out)).toMatchObject(says(1, 'has no job "Nothing"'))
    expect(await run(job.uuid, '--provider', server.other.key, ...out)).toMatchObject(says(1, 'has no job'))
    expect(await run(job.uuid, ...ours(), ...out, '--language', 'fr')).toMatchObject(says(2, 'languages are en, de'))
    expect(await run('Two', 'words', ...ours())).toMatchObject(says(2, 'quotes'))
    expect(await run(...ours())).toMatchObject(says(2, 'Give the name or uuid of a job'))
    const full = (await build([{ name: 'Emma' }])).job
    await run(full.uuid, ...ours(), '--out', join(folder, 'a.pdf'))
    expect(await run(full.uuid, ...ours(), '--out', join(folder, 'a.pdf', 'b.pdf'))).toMatchObject(
      says(1, 'cannot be written'),
    )
    expect(await readdir(folder)).not.toContain('none.pdf')
    expect((await run('--help')).code).toBe(0)
  })
})
