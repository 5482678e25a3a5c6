import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { support } from '@portraitkit/core/support/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { partsOf, recordingsOf } from './collection.ts'
import { recordingsCommand } from './command.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pk-recordings-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const film = [
  { type: 4, data: { href: 'https://a.example/', width: 100, height: 100 }, timestamp: 1 },
  {
    type: 2,
    timestamp: 2,
    data: { node: { type: 0, id: 1, childNodes: [] }, initialOffset: { top: 0, left: 0 }, note: '</script><b>' },
  },
]
async function record(provider = server.provider, userAgent = 'A browser'): Promise<string> {
  server.wait(60 * 60_000)
  const { uuid, key } = await server.client(provider).call(support.start, { userAgent })
  await server.client(provider).call(support.events, { key, part: 0, events: JSON.stringify(film) })
  return uuid
}

/** The exit code of a command, and what it writes to the terminal. */
async function run(...argv: string[]): Promise<{ code: number; output: string }> {
  const { code, lines } = await runInTerminal(recordingsCommand, argv, server.app)
  return { code, output: lines.join('\n') }
}

describe('./portraitkit recordings', () => {
  it('lists them, without control characters', async () => {
    const [one, two] = [await record(server.provider, 'A \u001b[31mred\nbrowser'), await record(server.other)]
    const { code, output } = await run('list')
    expect(code).toBe(0)
    expect(output).toMatch(new RegExp(`${one}  ${server.provider.key}  .*ended by itself.*A \\[31mredbrowser`))
    expect(output).toMatch(new RegExp(`${two}  ${server.other.key}  .*running`))
    expect(output).not.toContain('\u001b')
    expect((await run('list', '--provider', server.other.key)).output).not.toContain(one)
  })

  it('[PUB-6] writes one as a complete file, in which no recorded text can end a script', async () => {
    const uuid = await record()
    const file = join(folder, 'film.html')
    expect(await run('html', uuid, file)).toEqual({ code: 0, output: file })
    const page = await readFile(file, 'utf8')
    expect(page).toContain('default-src &#39;none&#39;')
    expect(page).not.toContain('</script><b>')
    expect(page).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//)
  })

  it('deletes one with all its parts, of any shop', async () => {
    const uuid = await record(server.other)
    expect(await run('delete', uuid)).toEqual({ code: 0, output: `Recording ${uuid} is deleted.` })
    expect(await recordingsOf(server.app, server.other.key).findOne({ _id: uuid })).toBeNull()
    expect(await partsOf(server.app, server.other.key).count({ recording: uuid })).toBe(0)
    expect(await run('delete', uuid)).toEqual({ code: 1, output: `There is no recording ${uuid}.` })
  })

  it('writes no file for one without a page', async () => {
    server.wait(60 * 60_000)
    const { uuid } = await server.client().call(support.start, { userAgent: '' })
    const { code, output } = await run('html', uuid, join(folder, 'none.html'))
    expect([code, output]).toEqual([1, `Recording ${uuid} contains no page. Nothing was written.`])
    await expect(readFile(join(folder, 'none.html'))).rejects.toThrow()
  })

  it('says in one sentence why a file cannot be written', async () => {
    const uuid = await record()
    expect(await run('html', uuid, folder)).toEqual({
      code: 1,
      output: `${folder} cannot be written: it is a folder. Name a file in it.`,
    })
  })

  it.each([
    [[], 2],
    [['show'], 2],
    [['html'], 2],
    [['html', 'x'], 1],
    [['list', '--provider', 'nobody'], 1],
    [['list', '--what'], 2],
    [['delete', 'a', 'b'], 2],
  ])('reports invalid arguments: %j', async (argv, code) => {
    const answer = await run(...argv)
    expect(answer.code).toBe(code)
    expect(answer.output).not.toBe('')
  })
})
