import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, ROOT } from '../docs/site/build.ts'
import { brokenLinks } from '../docs/site/links.ts'
import { readPages, shelve } from '../docs/site/pages.ts'
import { type SiteServer, serveSite } from '../docs/site/serve.ts'
import { UNLISTED_PAGES } from '../docs/site/sidebar.ts'
import { rangeLists } from '../packages/server/src/features/range/rangeLists.ts'
import { gateways } from '../packages/server/src/ports/payments/index.ts'
import { findViolations } from '../packages/widgets/src/testing/accessibility.ts'
import { launchBrowser } from './browser.ts'

const long = process.env.PROOFS === 'long'

describe('the docs', () => {
  it('explain every list of what a shop sells', () => {
    const rows = readFileSync(join(ROOT, 'docs/guide/range.md'), 'utf8').matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)
    const explained = [...rows].map(([, name, key]) => `${name} by ${key}`)
    const lists = Object.entries(rangeLists).map(([name, { key }]) => `${name} by ${key}`)
    expect(explained.sort(), 'docs/guide/range.md').toEqual(lists.sort())
  })

  it('explain every payment gateway', () => {
    const [, table = ''] = readFileSync(join(ROOT, 'docs/guide/payments.md'), 'utf8').split(
      '| gateway | what it does |',
    )
    const rows = table.slice(0, table.indexOf('\n\n')).matchAll(/^\| `([\w-]+)` \|/gm)
    const explained = [...rows].map(([, name]) => name)
    expect(explained.sort(), 'docs/guide/payments.md').toEqual(gateways.map(({ name }) => name).sort())
  })

  it('have every page in the sidebar', () => {
    const listed = shelve(readPages(ROOT)).flatMap(({ pages }) => pages.map(({ source }) => source))
    const written = globSync(['docs/**/*.md', 'examples/*/README.md'], { cwd: ROOT }).filter(
      (file) => !UNLISTED_PAGES.includes(file),
    )
    expect(listed.sort(), 'docs/site/sidebar.ts').toEqual(written.sort())
  })
})

/** The files and folders that a page names in code or links to, by their path in the repository. */
function namedFiles(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const inCode = [...text.matchAll(/`((?:packages|scripts|docs|examples|bench|\.storybook)\/[\w./-]+)`/g)].map(
    ([, path]) => path as string,
  )
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => join(dirname(page), path as string))
  // built files exist only after a build
  return [...inCode, ...links].filter((path) => !path.endsWith('/dist'))
}

describe('what contributors read', () => {
  const pages = ['CONTRIBUTING.md', 'README.md', ...globSync('docs/contributing/*.md', { cwd: ROOT })]

  it.each(pages)('%s names only existing files', (page) => {
    const files = namedFiles(page)
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('is a map of less than a hundred lines, and recipes', () => {
    expect(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n').length).toBeLessThan(100)
  })
})

describe('the site of the docs', () => {
  it('has a page for each of the docs, and no broken links or anchors', () => {
    const site = makeSite()
    expect(site.get('guide/quick-start.html')).toContain('<h1 id="quick-start">Quick start</h1>')
    expect([...site.keys()].filter((name) => name.endsWith('.html')).length).toBeGreaterThan(40)
    expect(brokenLinks(site)).toEqual([])
  })

  it('has every page as Markdown, listed in llms.txt, whose links lead to the others', () => {
    const site = makeSite()
    const pages = [...site.keys()].filter((name) => name.endsWith('.html'))
    const list = String(site.get('llms.txt'))
    const listed = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)(?:: .+)?$/gm)].map(([, address]) => address)
    expect(list).toMatch(/^# Portraitkit\n\n> .+\n\n## Begin\n\n- \[/)
    expect(listed.sort()).toEqual(pages.map((name) => name.replace(/html$/, 'md')).sort())
    expect(list).toContain('- [Quick start](guide/quick-start.md): ')
    for (const page of pages) {
      const name = page.replace(/html$/, 'md')
      const written = String(site.get(name)).replace(/^```[\s\S]*?^```|`[^`\n]+`/gm, '')
      const links = [...written.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = '']) =>
        join(dirname(name), link),
      )
      expect(
        links.filter((link) => !site.has(link) || link.endsWith('.html')),
        name,
      ).toEqual([])
      expect(String(site.get(page))).toContain('type="text/markdown"')
    }
    expect(site.get('examples/headless.md')).toContain('](../guide/headless.md)')
  })

  it('finds broken links and anchors', () => {
    const page = '<h2 id="here"><a href="#here">x</a> <a href="b.html#gone">x</a> <img src="c.png"></h2>'
    const site = new Map([
      ['a.html', page],
      ['b.html', '<p id="kept">'],
      ['guide/d.html', '<a href="../b.html#kept">x</a><a href="b.html">x</a>'],
    ])
    expect(brokenLinks(site)).toEqual(['a.html: b.html#gone', 'a.html: c.png', 'guide/d.html: b.html'])
  })
})

if (long) {
  describe('the site of the docs in a browser', () => {
    let browser: Browser
    let served: SiteServer
    beforeAll(async () => {
      served = await serveSite({ port: 0 })
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await served?.close()
    })

    async function open(width: number, path = '/', colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto(served.origin + path)
      return page
    }
    const scrollsSideways = (page: Page) =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

    it.each([390, 1280])('finds a page by its words, with the keyboard alone, at %i px', async (width) => {
      const page = await open(width)
      await page.getByRole('button', { name: 'Search' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('voucher')
      await page.getByRole('status').filter({ hasText: 'place' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      const hits = page.getByRole('dialog').getByRole('link')
      expect(await hits.first().textContent()).toMatch(/voucher/i)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).not.toBe(`${served.origin}/`)
      expect((await page.getByRole('main').textContent())?.toLowerCase()).toContain('voucher')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    })

    it('opens and closes its menu on a phone, and follows its links', async () => {
      const page = await open(390, '/guide/import.html')
      const link = page.getByRole('link', { name: 'In production', exact: true })
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await link.click()
      await page.getByRole('heading', { level: 1, name: 'In production' }).waitFor()
    })

    it('stays dark for readers who chose it', async () => {
      const page = await open(1280)
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const before = await paper()
      await page.getByRole('button', { name: 'Dark' }).click()
      const dark = await paper()
      expect(dark).not.toBe(before)
      await page.reload()
      expect(await paper()).toBe(dark)
      await page.getByRole('button', { name: 'Light' }).click()
      expect(await paper()).toBe(before)
    })

    it.each([
      [390, 'light'],
      [1280, 'dark'],
    ] as const)(
      'is accessible and never scrolls sideways, at %i px, %s',
      async (width, scheme) => {
        const page = await open(width, '/', scheme)
        const problems: unknown[] = []
        for (const name of makeSite().keys()) {
          if (!name.endsWith('.html')) continue
          await page.goto(`${served.origin}/${name}`)
          const violations = await findViolations(page)
          if (violations.length > 0 || (await scrollsSideways(page))) problems.push([name, ...violations])
        }
        expect(problems).toEqual([])
      },
      600_000,
    )
  })
}
