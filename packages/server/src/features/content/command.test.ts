import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { content } from '@portraitkit/core/content/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { pagesCommand } from './command.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pk-pages-'))
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer()
  await writeFile(join(folder, 'team.png'), picture)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** The exit code of a command, and what it writes to the terminal. */
async function run(...argv: string[]): Promise<{ code: number; output: string }> {
  const { code, lines } = await runInTerminal(pagesCommand, argv, server.app)
  return { code, output: lines.join('\n') }
}

const here = () => ['--provider', server.provider.key]
async function fileOf(page: unknown, name = 'page.json'): Promise<string> {
  await writeFile(join(folder, name), typeof page === 'string' ? page : JSON.stringify(page))
  return join(folder, name)
}
const title = (text: string) => ({ id: '1', type: 'Title', text })
const fetchPage = (id: string) => server.client().send(content.page, { id })

describe('./portraitkit pages', () => {
  it('[PUB-3] applies a page from a file; applying it again changes nothing', async () => {
    const page = { id: 'about', modules: { en: [title('About us'), { id: '2', type: 'RichText', html: '<p>Hi</p>' }] } }
    const file = await fileOf(page)
    const address = `http://${server.provider.hosts[0]}:${server.port}/pages/about`
    expect(await run('apply', file, ...here())).toEqual({ code: 0, output: `${address} is new.` })
    expect((await fetchPage('about')).body).toEqual({ modules: page.modules.en })
    expect(await run('apply', file, ...here())).toEqual({ code: 0, output: `${address} is unchanged.` })
    await fileOf({ ...page, modules: { ...page.modules, de: [title('Über uns')] } })
    expect(await run('apply', file, ...here())).toEqual({ code: 0, output: `${address} is changed.` })
    expect(await run('list', ...here())).toEqual({ code: 0, output: `about  ${address}  modules: en 2, de 1\n1 page.` })
    expect((await run('list', '--provider', server.other.key)).output).toBe('0 pages.')
  })

  it('shows a page in the form in which it can be applied again', async () => {
    await run('apply', await fileOf({ id: 'again', modules: { en: [title('Again')] } }), ...here())
    const { output } = await run('show', 'again', ...here())
    expect((await run('apply', await fileOf(output, 'shown.json'), ...here())).output).toMatch(/ is unchanged\.$/)
  })

  it('imports the pictures next to the file', async () => {
    const file = await fileOf({
      id: 'team',
      modules: { en: [{ id: '1', type: 'Image', src: './team.png', alt: 'Us' }] },
    })
    expect((await run('apply', file, ...here())).code).toBe(0)
    const { modules } = (await fetchPage('team')).body as { modules: Array<{ src: string }> }
    const got = await server.client().fetch(modules[0]?.src ?? '')
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await run('apply', file, ...here())).output).toMatch(/ is unchanged\.$/)
  })

  it('names the modules of a page that are not shown', async () => {
    const file = await fileOf({ id: 'later', modules: { en: [{ id: '1', type: 'Countdown' }] } })
    const { code, output } = await run('apply', file, ...here())
    expect([code, output]).toEqual([0, expect.stringContaining('en.0 (Countdown): unknown type')])
  })

  it.each<[string, unknown, string]>([
    ['an empty title', { id: 'kept', modules: { en: [{ id: '1', type: 'Title' }] } }, 'en.0.text'],
    ['a module without a type', { id: 'kept', modules: { en: [{ id: '1' }] } }, 'modules.en.0.type'],
    ['an unknown field', { id: 'kept', modules: {}, module: {} }, 'module'],
    ['no language', { id: 'kept', modules: { English: [] } }, 'modules.English'],
    [
      'a missing picture',
      { id: 'kept', modules: { en: [{ id: '1', type: 'Image', src: './no.png', alt: '' }] } },
      './no.png',
    ],
    [
      'a file that is not a picture',
      { id: 'kept', modules: { en: [{ id: '1', type: 'Image', src: './page.json', alt: '' }] } },
      './page.json',
    ],
    ['an id that cannot be an address', { id: '../kept', modules: {} }, '../kept'],
    ['no JSON', '{ "id": ', 'not valid JSON'],
  ])('names the error and changes nothing: %s', async (_what, page, named) => {
    await run('apply', await fileOf({ id: 'kept', modules: { en: [title('Kept')] } }), ...here())
    const { code, output } = await run('apply', await fileOf(page), ...here())
    expect([code, output]).toEqual([1, expect.stringContaining(named)])
    expect(output).toContain('Nothing was changed')
    expect((await fetchPage('kept')).body).toEqual({ modules: [title('Kept')] })
  })

  it.each(['./../secret.png', './linked.png', './..//secret.png'])(
    'imports no picture from elsewhere: %s',
    async (src) => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'pk-elsewhere-'))
      const below = join(elsewhere, 'page')
      await mkdir(below)
      await copyFile(join(folder, 'team.png'), join(elsewhere, 'secret.png'))
      await symlink(join(elsewhere, 'secret.png'), join(below, 'linked.png'))
      const page = { id: 'spy', modules: { en: [{ id: '1', type: 'Image', src, alt: '' }] } }
      await writeFile(join(below, 'page.json'), JSON.stringify(page))
      const { code, output } = await run('apply', join(below, 'page.json'), ...here())
      await rm(elsewhere, { recursive: true })
      expect([code, output]).toEqual([1, `Page spy: the picture ${src} is outside its folder. Nothing was changed.`])
      expect((await fetchPage('spy')).status).toBe(404)
    },
  )

  it('deletes a page of this shop only', async () => {
    const file = await fileOf({ id: 'both', modules: { en: [title('Both')] } })
    for (const key of [server.provider.key, server.other.key]) await run('apply', file, '--provider', key)
    expect(await run('delete', 'both', ...here())).toEqual({ code: 0, output: 'Page both is deleted.' })
    expect((await fetchPage('both')).status).toBe(404)
    expect((await server.client(server.other).send(content.page, { id: 'both' })).status).toBe(200)
    expect((await run('delete', 'both', ...here())).code).toBe(1)
  })

  it.each<[string[], number]>([
    [[], 2],
    [['publish'], 2],
    [['apply'], 2],
    [['show'], 2],
    [['list'], 2],
    [['list', 'more', '--provider', 'x'], 2],
    [['list', '--provider', 'nobody'], 1],
    [['show', 'nothing'], 2],
    [['apply', '/nowhere/page.json'], 2],
    [['list', '--what'], 2],
  ])('reports invalid arguments: %j', async (argv, code) => {
    const answer = await run(...argv)
    expect([answer.code, answer.output === '']).toEqual([code, false])
  })

  it('reports a missing page or file', async () => {
    expect((await run('show', 'nothing', ...here())).code).toBe(1)
    expect((await run('apply', join(folder, 'nothing.json'), ...here())).output).toContain('cannot be read (ENOENT)')
  })
})
