import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { here } from '../../../../widgets/vite.shared.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { saveOrigin } from '../provider/collection.ts'
import { doctorCommand } from './command.ts'

// The shop's own server with the built widgets, and next to it the server of a page, which answers whatever a test says.

let shop: TestServer
let widgets: string
let pages: Server
let site: string
let answer: RequestListener
/** Nothing listens there. */
let closed: string

beforeAll(async () => {
  widgets = await mkdtemp(join(tmpdir(), 'pk-doctor-'))
  await build({ configFile: join(here, 'vite.cdn.ts'), root: here, build: { outDir: widgets } })
  shop = await startTestServer({ widgets })
  pages = createServer((request, response) => answer(request, response)).listen(0)
  await once(pages, 'listening')
  const unused = createServer().listen(0)
  await once(unused, 'listening')
  closed = `http://localhost:${(unused.address() as AddressInfo).port}`
  unused.close()
  site = `http://localhost:${(pages.address() as AddressInfo).port}`
  await saveOrigin(shop.app, shop.provider.key, site, true)
})
afterAll(async () => {
  pages.closeAllConnections()
  pages.close()
  await shop.close()
  await rm(widgets, { recursive: true })
})
afterEach(() => void vi.restoreAllMocks())

const run = (...argv: string[]) => runInTerminal(doctorCommand, argv, shop.app)
const HEAD = '<!doctype html><meta name="viewport" content="width=device-width">'
const scriptTag = (more = '', path = '/v1/loader.js') =>
  `<script type="module" src="${shop.url}${path}" ${more || `data-provider="${shop.provider.key}"`}></script>`

/** The page server answers with this page. */
function servePage(html: string, headers: Record<string, string> = {}): void {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    response.end(html)
  }
}

const findings = ({ out }: { out: string }) => out.split('\n').filter((line) => line.startsWith('! '))

describe('a page with nothing wrong', () => {
  it('has nothing to remedy, with the policy that the shop needs', async () => {
    servePage(`${HEAD}${scriptTag()}<pk-shop></pk-shop>`, {
      'content-security-policy': `default-src 'none'; script-src ${shop.url}; connect-src ${shop.url}; img-src ${shop.url} data: blob:; font-src ${shop.url}`,
    })
    expect(await run(site)).toMatchObject({ code: 0, out: `The page ${site}/\nNothing to remedy.`, problem: '' })
  })

  it('may load one version with its integrity', async () => {
    const { version, integrity } = JSON.parse(await readFile(join(widgets, 'version.json'), 'utf8'))
    const settings = `data-provider="${shop.provider.key}" crossorigin`
    const tag = (hash: string) => scriptTag(`${settings} integrity="${hash}"`, `/${version}/loader.js`)
    servePage(`${HEAD}${tag(integrity)}<pk-shop></pk-shop>`)
    expect((await run(site)).out).toBe(`The page ${site}/\nNothing to remedy.`)
    servePage(`${HEAD}${tag(integrity.replace(/.{4}$/, 'AAAA'))}<pk-shop></pk-shop>`)
    expect(findings(await run(site))).toEqual([expect.stringContaining('integrity of the script')])
  })

  it('is found without a scheme and through redirects, which are reported without their parameters', async () => {
    answer = (request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new?token=secret' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`${HEAD}${scriptTag()}<pk-cart></pk-cart>`)
    }
    const { code, out } = await run(site.replace('http://', '').concat('/old'))
    expect([code, out.split('\n')]).toEqual([
      0,
      [`The page ${site}/new`, `  ${site}/old redirects to ${site}/new.`, 'Nothing to remedy.'],
    ])
  })

  it('may name no shop if the command does', async () => {
    servePage(`${HEAD}${scriptTag('crossorigin')}<pk-shop></pk-shop>`)
    expect(findings(await run(site))).toEqual([expect.stringContaining('the page does not name its shop')])
    expect((await run(site, '--provider', shop.provider.key)).code).toBe(0)
    expect(findings(await run(site, '--provider', 'nobody'))).toEqual([
      `! the server at ${shop.url} knows no shop "nobody": correct data-provider, or provider of the element.`,
    ])
  })
})

it('names a website that the shop does not allow, with the command that does', async () => {
  const elsewhere = site.replace('localhost', '127.0.0.1')
  servePage(`${HEAD}${scriptTag()}<pk-shop></pk-shop>`)
  const { code, out } = await run(elsewhere)
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      `The page ${elsewhere}/`,
      `! the shop "${shop.provider.key}" does not allow ${elsewhere}: ./portraitkit websites allow ${elsewhere} --provider ${shop.provider.key}.`,
      '1 finding.',
    ],
  ])
})

it('names everything that is wrong with a page, each once', async () => {
  servePage(
    `${scriptTag('data-provder="x"')}<pk-kart></pk-kart><pk-kart></pk-kart><pk-shop headles mode="drak"></pk-shop>`,
    { 'content-security-policy': `font-src 'self'` },
  )
  const { code, out } = await run(site, '--provider', 'nobody')
  expect(code).toBe(1)
  expect(out.split('\n')).toEqual([
    `The page ${site}/`,
    '! data-provder is not an attribute of the script tag: write data-provider.',
    expect.stringMatching(/^! the page has no doctype of today/),
    expect.stringMatching(/^! phones show the page small/),
    '! <pk-kart> is not an element of the shop: write <pk-cart>.',
    '! headles is not an attribute of <pk-shop>: write headless.',
    '! mode of <pk-shop> cannot be "drak": use one of page, system, light, dark.',
    `! the Content-Security-Policy in the header blocks the fonts of the shop: add to its font-src: ${shop.url}.`,
    expect.stringMatching(/^! the server at \S+ knows no shop "nobody"/),
    '8 findings.',
  ])
})

it.each<[what: string, script: () => string, finding: () => string]>([
  ['is missing', () => `${shop.url}/v9/loader.js`, () => `! the script ${shop.url}/v9/loader.js answers with 404`],
  [
    'has no server',
    () => `${closed}/v1/loader.js`,
    () => `! the script ${closed}/v1/loader.js cannot be reached: nothing listens there`,
  ],
  [
    'is a page',
    () => `${site}/v1/loader.js`,
    () => `! the script ${site}/v1/loader.js is not served as JavaScript but as text/html`,
  ],
  [
    'is a file',
    () => 'file:///v1/loader.js',
    () => '! the script null/v1/loader.js leads to an address of file: instead of https:',
  ],
])('says that the script %s', async (_what, script, finding) => {
  servePage(
    `${HEAD}<script type="module" src="${script()}" data-provider="${shop.provider.key}" data-api="${shop.url}"></script>`,
  )
  expect(findings(await run(site))).toEqual([expect.stringContaining(finding())])
})

it('says that the address of the shop redirects', async () => {
  const html = `${HEAD}${scriptTag()}<pk-shop api="${site}"></pk-shop>`
  answer = (request, response) => {
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    else response.writeHead(301, { location: `${shop.url}${request.url}` }).end()
  }
  expect(findings(await run(site))).toEqual([
    `! the shop at ${site} redirects to ${shop.url}, which loses sessions: write ${shop.url} on the page.`,
  ])
})

it('says that the elements were not examined if the version does not list their attributes', async () => {
  await rm(join(widgets, 'options.schema.json'))
  const old = await startTestServer({ widgets, provider: { origins: [site] } })
  servePage(
    `${HEAD}<script type="module" src="${old.url}/v1/loader.js" data-provider="${old.provider.key}"></script><pk-kart></pk-kart>`,
  )
  const { out } = await run(site).finally(() => old.close())
  expect(out.split('\n').slice(1)).toEqual([
    `  The attributes of the elements were not examined: ${old.url}/v1/options.schema.json does not list them.`,
    'Nothing to remedy.',
  ])
})

it('says in one sentence that nothing listens at an address', async () => {
  const expected = { code: 1, out: '', problem: `${closed}/ cannot be reached: nothing listens there.` }
  expect(await run(closed)).toMatchObject(expected)
  expect(await run(closed.replace('http://', ''))).toMatchObject(expected)
})

describe('a hostile page', () => {
  it('cannot move the cursor, reverse the text, end a line or write without end', async () => {
    const hostile = '\u001b[2J\u202e\u0007\u009b\nNothing to remedy.\n'
    servePage(
      `${HEAD}${scriptTag(`data-provider="${shop.provider.key}" data-mode="${hostile}"`)}<pk-shop mode="${'x'.repeat(99_999)}"></pk-shop>`,
    )
    const { lines } = await run(site)
    expect(lines).toHaveLength(4)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1100)
  })

  it('is read up to a limit, and its scripts and shops are requested up to another', async () => {
    let count = 0
    answer = (request, response) => {
      if (request.url !== '/') count++
      response.writeHead(200, { 'content-type': 'text/html' })
      if (request.url !== '/') return response.end()
      const many = Array.from({ length: 500 }, (_, index) => `<pk-cart provider="a${index}" api="${site}"></pk-cart>`)
      const scripts = Array.from(
        { length: 500 },
        (_, index) => `<script type=module src="/${index}/v1/loader.js"></script>`,
      )
      response.write(`${HEAD}${[...scripts, ...many].join('')}`)
      const more = () => void response.write('<br>'.repeat(20_000))
      response.on('drain', more)
      return more()
    }
    const { code, out } = await run(site)
    expect([code, out]).toEqual([1, expect.stringContaining('only its first 5 MB were examined')])
    // and the list of options
    expect(count).toBe(16)
  })

  it('gets at most a hundred sentences, soon, however many mistakes it makes', async () => {
    const elements = Array.from({ length: 50_000 }, (_, index) => `<pk-x${index} a${index}></pk-x${index}>`)
    const attributes = Array.from(
      { length: 50_000 },
      (_, index) => `${'y'.repeat(50)}${String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
    )
    servePage(`${HEAD}${scriptTag()}<pk-shop ${attributes.join(' ')}></pk-shop>${elements.join('')}`)
    const { lines } = await run(site)
    expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([103, '…', '1099 findings.'])
  })

  it('is read up to a depth, because the time grows with its square', async () => {
    servePage(`${HEAD}${scriptTag()}<pk-shop></pk-shop>${'<b>'.repeat(1_000_000)}`)
    const { code, out } = await run(site)
    expect([code, out]).toEqual([0, expect.stringContaining('nested so deeply that only its beginning was examined')])
  })

  it.each<[what: string, listener: RequestListener, problem: string]>([
    [
      'redirects without end',
      (_request, response) => response.writeHead(302, { location: '/' }).end(),
      'redirects more than 10 times.',
    ],
    [
      'redirects to a file',
      (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'leads to an address of file: instead of https:.',
    ],
    [
      'redirects to no address',
      (_request, response) => response.writeHead(302, { location: 'http://[' }).end(),
      'redirects to something that is not an address.',
    ],
    ['hangs up', (request) => request.socket.destroy(), 'cannot be reached (UND_ERR_SOCKET).'],
    ['sends no HTTP', (request) => request.socket.end('nonsense\r\n\r\n'), 'cannot be reached (no valid answer).'],
    [
      'is missing',
      (_request, response) => response.writeHead(404).end(),
      'answers with 404: give the address of a page.',
    ],
    [
      'is a picture',
      (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
      'is not a page but image/png: give the address of a page.',
    ],
  ])('that %s is one sentence', async (_what, listener, problem) => {
    answer = listener
    expect(await run(site)).toEqual({
      code: 1,
      out: '',
      problem: `${site}/ ${problem}`,
      lines: [`${site}/ ${problem}`],
    })
  })

  it('that never ends its answer is given up', async () => {
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms === 10_000 ? 300 : ms))
    answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write(HEAD)
    expect(await run(site)).toMatchObject({
      code: 1,
      problem: `${site}/ does not answer completely within 10 seconds.`,
    })
  })

  it('is followed through ten redirects', async () => {
    let count = 0
    answer = (_request, response) => void response.writeHead(302, { location: `/${++count}` }).end()
    await run(site)
    expect(count).toBe(11)
  })

  it('never gets a password', async () => {
    let sent: string | undefined
    answer = (request, response) => {
      sent ??= request.headers.authorization
      if (request.url === '/')
        response.writeHead(302, { location: site.replace('//', '//me:secret@').concat('/b') }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`${HEAD}${scriptTag()}<pk-shop></pk-shop>`)
    }
    const { code, out } = await run(site)
    expect([code, sent, out]).toEqual([0, undefined, expect.not.stringContaining('secret')])
  })
})

it.each([
  [[''], 2, ' is not the address of a page'],
  [
    ['file:///etc/passwd'],
    2,
    'file:///etc/passwd is not the address of a page; write it as https://studio.example.com',
  ],
  [['javascript:alert(1)'], 2, 'javascript:alert(1) is not the address of a page'],
  [['https://me:secret@studio.example.com'], 2, 'Give the address without a user name and a password'],
  [['a.example', 'b.example'], 2, 'Too many arguments'],
  [['--provider', 'a'], 2, 'Give the address of a page'],
  [['localhost:1'], 1, 'http://localhost:1/ cannot be reached: browsers refuse this port.'],
  [['nowhere.invalid'], 1, 'http://nowhere.invalid/ cannot be reached'],
])('%j is one sentence', async (argv, code, problem) => {
  expect(await run(...argv)).toMatchObject({ code, out: '', problem: expect.stringContaining(problem) })
})
