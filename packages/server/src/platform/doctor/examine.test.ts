import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { optionsSchema } from '../../../../widgets/vite.manifest.ts'
import { elementOptions } from './elementFindings.ts'
import { answerFindings, pageFindings, settingsFindings } from './examine.ts'
import { shopPage, shopsOf } from './page.ts'

const options = elementOptions.parse(JSON.parse(JSON.stringify(optionsSchema())))
const SHOP = 'https://shop.example.com'
const SCRIPT = `<script type="module" src="${SHOP}/v1/loader.js" data-provider="brightside"></script>`

type Given = {
  head?: string
  script?: string
  body?: string
  policy?: string
  address?: string
  provider?: string
}

/** What is wrong with a page that is right except for what is given. */
function findingsOf({ script = SCRIPT, body = '<pk-shop></pk-shop>', policy, provider, ...given }: Given): string[] {
  const { head = '<!doctype html><meta name="viewport" content="width=device-width">' } = given
  const page = shopPage({
    url: new URL(given.address ?? 'https://studio.example.com/'),
    headers: new Headers(policy ? { 'content-security-policy': policy } : {}),
    bytes: Buffer.from(`${head}${script}${body}`),
  })
  return pageFindings(page, { shops: shopsOf(page, provider), options, own: SHOP })
}

const documentedPolicy = () => {
  const guide = readFileSync(new URL('../../../../../docs/guide/content-security-policy.md', import.meta.url), 'utf8')
  return /Content-Security-Policy:\s([^`]+)```/.exec(guide)?.[1]?.replace(/\s+/g, ' ').trim() ?? ''
}

const withAttributes = (attributes: string) => SCRIPT.replace('></script>', ` ${attributes}></script>`)
const without = (text: string) => SCRIPT.replace(text, '')
const SELF = "default-src 'self'"

describe('a page with nothing wrong', () => {
  it.each<[name: string, given: Given]>([
    ['of two lines', {}],
    ['with the policy of the guide', { policy: documentedPolicy() }],
    [
      'with a nonce and trusted types',
      {
        script: withAttributes('nonce="abc"'),
        policy: `script-src 'nonce-abc' 'strict-dynamic'; trusted-types portraitkit other; img-src * data: blob:`,
      },
    ],
    ['with wildcards in its policy', { policy: 'default-src https: data: blob:; connect-src *.example.com' }],
    [
      'whose elements name the shop',
      { script: without('data-provider="brightside"'), body: '<pk-cart provider="b"></pk-cart>' },
    ],
    [
      'whose shop is named on the command line',
      { script: without('data-provider="brightside"'), provider: 'brightside' },
    ],
    [
      'with one version and its integrity',
      { script: SCRIPT.replace('/v1/', '/0.1.0/').replace('data-', 'integrity="sha384-x" data-') },
    ],
    [
      'with attributes of frameworks and of every element',
      {
        body: '<pk-cart id="a" class="b" data-x="c" v-if="d" @click="e" aria-label="f" onpk-error="g" style hidden></pk-cart>',
      },
    ],
    [
      'with the wrong things in comments, noscript and templates',
      {
        body: `<pk-cart></pk-cart><!-- <pk-kart> --><noscript><pk-kart></pk-kart></noscript><template><pk-kart></pk-kart></template>`,
      },
    ],
    [
      'on its own machine',
      { address: 'http://localhost:8080/', script: SCRIPT.replace(SHOP, 'http://localhost:4000') },
    ],
    [
      'with other data- attributes on its script tag',
      { script: withAttributes('data-map="1" data-cookieconsent="x"') },
    ],
    ['with a base that changes nothing', { head: '<!DOCTYPE html><meta name=VIEWPORT content=x><base href="/">' }],
  ])('%s', (_name, given) => {
    expect(findingsOf(given)).toEqual([])
  })
})

it.each<[what: string, given: Given, ...findings: string[]]>([
  [
    'no script tag',
    { script: '' },
    `the page has no script tag of the shop: add <script type="module" src="${SHOP}/v1/loader.js"`,
  ],
  ['a script tag in a comment', { script: `<!-- ${SCRIPT} -->` }, 'the page has no script tag'],
  [
    'the same script tag twice',
    { script: SCRIPT + SCRIPT },
    'the script tag of the shop is on the page 2 times: remove all but one',
  ],
  [
    'two versions',
    { script: SCRIPT + SCRIPT.replace('/v1/', '/0.1.0/') },
    `the page has script tags of different versions or servers of the shop, ${SHOP}/v1/loader.js and ${SHOP}/0.1.0/loader.js: leave one`,
  ],
  [
    'a script that is not a module',
    { script: without('type="module"') },
    'the script tag of the shop is not a module and does nothing: add type="module"',
  ],
  [
    'an address that is none',
    { script: SCRIPT.replace(SHOP, 'https://shop example') },
    'src="https://shop example/v1/loader.js" of the script tag is not an address',
  ],
  [
    'integrity of the newest version',
    { script: withAttributes('integrity="sha384-x"') },
    `integrity at ${SHOP}/v1/loader.js blocks the next version of the shop: use the address of one version with its integrity, both in ${SHOP}/v1/version.json`,
  ],
  [
    'letters that changed places',
    { script: withAttributes('data-lnag="de"') },
    'data-lnag is not an attribute of the script tag: write data-lang',
  ],
  [
    'a misspelt data-provider',
    { script: SCRIPT.replace('data-provider', 'data-provder') },
    'data-provder is not an attribute of the script tag: write data-provider',
    'the page does not name its shop',
  ],
  [
    'an attribute without data-',
    { script: withAttributes('mode="dark"') },
    'mode is not an attribute of the script tag: write data-mode',
  ],
  [
    'a wrong word',
    { script: withAttributes('data-mode="drak"') },
    'data-mode="drak" is not valid: use one of page, system, light, dark',
  ],
  [
    'a wrong language',
    { script: withAttributes('data-lang="deutsch!"') },
    'data-lang="deutsch!" is not the tag of a language',
  ],
  [
    'a wrong api',
    { script: withAttributes('data-api="shop.example.com"') },
    'data-api="shop.example.com" is not an address of https',
  ],
  [
    'no provider',
    { script: without('data-provider="brightside"') },
    'the page does not name its shop: add data-provider with the key of the shop to the script tag',
  ],
  [
    'mixed content',
    { script: SCRIPT.replace('https:', 'http:') },
    'browsers block http://shop.example.com/v1/loader.js on a page of https: load the script over https',
  ],
  [
    'a mixed data-api',
    { script: withAttributes('data-api="http://a.example"') },
    'browsers block http://a.example/ on a page of https: write data-api with https',
  ],
  [
    'a mixed api',
    { body: '<pk-cart api="http://a.example"></pk-cart>' },
    'browsers block http://a.example on a page of https: write api of <pk-cart> with https',
  ],
  ['an unknown element', { body: '<pk-kart></pk-kart>' }, '<pk-kart> is not an element of the shop: write <pk-cart>'],
  [
    'an element like no other',
    { body: '<pk-constructor></pk-constructor>' },
    '<pk-constructor> is not an element of the shop: use one of pk-shop, pk-code-entry',
  ],
  [
    'an unknown attribute',
    { body: '<pk-shop headles></pk-shop>' },
    'headles is not an attribute of <pk-shop>: write headless',
  ],
  [
    'an attribute like no other',
    { body: '<pk-login colour="x"></pk-login>' },
    'colour is not an attribute of <pk-login>: use one of api, provider, lang, mode, theme, routes',
  ],
  [
    'a word of an element',
    { body: '<pk-cart mode="drak"></pk-cart>' },
    'mode of <pk-cart> cannot be "drak": use one of page, system, light, dark',
  ],
  [
    'broken JSON',
    { body: `<pk-cart theme="{radius: 0}"></pk-cart>` },
    'theme of <pk-cart> is not valid JSON and is ignored',
  ],
  [
    'an unknown view',
    { body: `<pk-cart routes='{"shopingcart": "/a"}'></pk-cart>` },
    'shopingcart in routes of <pk-cart> is not a view of the shop: write shoppingcart',
  ],
  [
    'two shops by hash',
    { body: '<pk-shop></pk-shop><pk-shop></pk-shop><pk-shop base="/a"></pk-shop>' },
    'two <pk-shop> on the page follow the same hash',
  ],
  ['no doctype', { head: '<meta name="viewport" content="width=device-width">' }, 'the page has no doctype of today'],
  [
    'an old doctype',
    {
      head: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><meta name="viewport" content="width=device-width">',
    },
    'the page has no doctype of today',
  ],
  [
    'a doctype too late',
    { head: 'Hello <!doctype html><meta name="viewport" content="width=device-width">' },
    'the page has no doctype of today',
  ],
  ['no viewport', { head: '<!doctype html>' }, 'phones show the page small: add <meta name="viewport"'],
  [
    'a base under relative routes',
    {
      head: '<!doctype html><meta name="viewport" content="width=device-width"><base href="/deep/">',
      body: `<pk-cart routes='{"*": "photos.html#"}'></pk-cart>`,
    },
    '<base> changes where the routes of <pk-cart> lead: write them as paths',
  ],
])('finds %s, once', (_what, given, ...findings) => {
  expect(findingsOf(given)).toEqual(findings.map((finding) => expect.stringContaining(finding)))
})

const HEADER = 'the Content-Security-Policy in the header'
it.each<[what: string, policy: string, findings: string[], given?: Given]>([
  [
    'nothing of the shop',
    SELF,
    [
      `${HEADER} blocks the script of the shop: add to it: script-src 'self' ${SHOP}`,
      `${HEADER} blocks the calls of the shop: add to it: connect-src 'self' ${SHOP}`,
      `${HEADER} blocks the pictures of the shop: add to it: img-src 'self' ${SHOP} data: blob:`,
      `${HEADER} blocks the fonts of the shop: add to it: font-src 'self' ${SHOP}`,
    ],
  ],
  ['no previews', `img-src ${SHOP} data:`, [`${HEADER} blocks the pictures of the shop: add to its img-src: blob:`]],
  [
    'no pictures at all',
    "img-src 'none'",
    [`${HEADER} blocks the pictures of the shop: replace its img-src by: img-src ${SHOP} data: blob:`],
  ],
  [
    'a different port',
    `connect-src ${SHOP}:8443`,
    [`${HEADER} blocks the calls of the shop: add to its connect-src: ${SHOP}`],
  ],
  [
    'a different path',
    `connect-src ${SHOP}/app/`,
    [`${HEADER} blocks the calls of the shop: add to its connect-src: ${SHOP}`],
  ],
  [
    'only http',
    'connect-src ws: shop.example.org',
    [`${HEADER} blocks the calls of the shop: add to its connect-src: ${SHOP}`],
  ],
  [
    'only its subdomains',
    'font-src *.shop.example.com',
    [`${HEADER} blocks the fonts of the shop: add to its font-src: ${SHOP}`],
  ],
  [
    'scripts without a nonce',
    "script-src 'nonce-abc' 'strict-dynamic' https:",
    [`${HEADER} blocks the script of the shop: give its tag the nonce`],
  ],
  [
    'scripts with the wrong nonce',
    "script-src-elem 'nonce-abc'",
    [`${HEADER} blocks the script of the shop: replace its script-src-elem by: script-src-elem ${SHOP}`],
    { script: withAttributes('nonce="ABC"') },
  ],
  [
    'its trusted types',
    "trusted-types 'none'",
    [`${HEADER} blocks HTML that a shop's owner writes: replace its trusted-types by: trusted-types portraitkit`],
  ],
  [
    'its fonts in the second of two policies',
    `script-src *, font-src 'self'`,
    [`${HEADER} blocks the fonts of the shop: add to its font-src: ${SHOP}`],
  ],
  [
    'its calls in <meta>, and at its data-api',
    '',
    [
      'the Content-Security-Policy in <meta> blocks the calls of the shop: add to its connect-src: https://api.example.com',
    ],
    {
      script: `<meta http-equiv="content-security-policy" content="connect-src ${SHOP}">${withAttributes('data-api="https://api.example.com/"')}`,
    },
  ],
])('a policy that allows %s', (_what, policy, findings, given = {}) => {
  expect(findingsOf({ policy, ...given })).toEqual(findings.map((finding) => expect.stringContaining(finding)))
})

describe('the answer at the address of the script tag', () => {
  const right = {
    url: new URL(`${SHOP}/0.1.0/loader.js`),
    redirects: [],
    status: 200,
    headers: new Headers({ 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' }),
    bytes: Buffer.from('abc'),
    isCut: false,
  }
  const SHA = 'sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn'
  const of = (change: Partial<typeof right> | { redirects: URL[] }, integrity?: string) =>
    answerFindings({ ...right, ...change }, { address: 'A', integrity, page: new URL('https://studio.example.com') })

  it('may be right', () => {
    expect([of({}), of({}, SHA), of({}, `sha256-x ${SHA}`)]).toEqual([[], [], []])
  })
  it.each([
    ['missing', { status: 404 }, undefined, 'the script A answers with 404: correct src'],
    [
      'a page',
      { headers: new Headers({ 'content-type': 'text/html', 'access-control-allow-origin': '*' }) },
      undefined,
      'the script A is not served as JavaScript but as text/html',
    ],
    [
      'without the header for other sites',
      { headers: new Headers({ 'content-type': 'text/javascript' }) },
      undefined,
      'the script A comes without Access-Control-Allow-Origin',
    ],
    [
      'elsewhere',
      { redirects: [new URL('https://old.example.com')] },
      undefined,
      `the script A redirects, and then does not find its tag with data-provider: write src="${SHOP}/0.1.0/loader.js"`,
    ],
    ['changed', { bytes: Buffer.from('abd') }, SHA, 'integrity of the script A does not match its content'],
    [
      'of a weaker hash',
      {},
      `sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0= sha512-x`,
      'integrity of the script A does not match',
    ],
    ['with integrity that is none', {}, 'yes', 'integrity of the script A does not match'],
  ])('is %s', (_what, change, integrity, finding) => {
    expect(of(change, integrity)).toEqual([expect.stringContaining(finding)])
  })
})

describe("the shop's answer to the page", () => {
  const STUDIO = 'https://studio.example.com'
  const readable = { 'access-control-allow-origin': STUDIO, 'access-control-allow-credentials': 'true' }
  const of = (
    change: { status?: number; reason?: string; headers?: Record<string, string> },
    { provider = 'brightside', origin = STUDIO } = {},
  ) =>
    settingsFindings(
      { status: change.status ?? 200, reason: change.reason, headers: new Headers(change.headers ?? readable) },
      { api: SHOP, provider, origin },
    )

  it('may be right', () => {
    expect([of({}), of({ headers: {} }, { origin: SHOP })]).toEqual([[], []])
  })
  it.each<[what: string, change: Parameters<typeof of>[0], finding: string]>([
    [
      'an unknown shop',
      { status: 404, reason: 'provider.unknown' },
      `the server at ${SHOP} knows no shop "brightside"`,
    ],
    [
      'a refusal',
      { status: 403, reason: 'origin.refused' },
      `the shop "brightside" does not allow ${STUDIO}: ./portraitkit websites allow ${STUDIO} --provider brightside`,
    ],
    ['a failure', { status: 502 }, `the shop at ${SHOP} answers with 502: look at`],
    [
      'a lost header',
      { headers: {} },
      `answers of the shop at ${SHOP} come without the Access-Control headers for ${STUDIO}`,
    ],
    [
      'the header of any page',
      { headers: { 'access-control-allow-origin': '*' } },
      'come without the Access-Control headers',
    ],
  ])('is %s', (_what, change, finding) => {
    expect(of(change)).toEqual([expect.stringContaining(finding)])
  })
  it('never puts into a command what a shell would run', () => {
    const refused = { status: 403, reason: 'origin.refused' }
    const commands = [of(refused, { provider: 'a;reboot' }), of(refused, { origin: 'https://a;reboot' })].flat()
    expect(commands).toHaveLength(2)
    expect(commands.join()).not.toContain('./portraitkit')
  })
})
