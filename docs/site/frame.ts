import { posix } from 'node:path'
import { markdownAddress } from './llms.ts'
import type { Page, Shelf } from './pages.ts'

/** The stylesheets in the order in which they apply: the frame changes what a text is on a small screen. */
export const STYLES = ['site.css', 'text.css', 'frame.css', 'search.css'] as const

/** The frame of a page: head, sidebar, outline, and the links to its neighbours. All addresses are relative to the page. */
export function frame(page: Page, shelves: readonly Shelf[]): string {
  const to = (address: string) => posix.relative(posix.dirname(page.address), address)
  const isHome = page.address === 'index.html'
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${text(isHome ? 'Portraitkit: docs' : `${page.title} · Portraitkit`)}</title>
    <link rel="alternate" type="text/markdown" href="${to(markdownAddress(page.address))}" />
    <link rel="icon" href="${to('icon.svg')}" />
    ${STYLES.map((name) => `<link rel="stylesheet" href="${to(name)}" />`).join('\n    ')}
    <script src="${to('theme.js')}"></script>
    <script type="module" src="${to('site.js')}" data-root="${to('index.html').replace(/index\.html$/, '') || './'}"></script>
  </head>
  <body>
    <a class="skip" href="#page">To the page</a>
    <header class="bar">
      <button class="plain menu" type="button" aria-expanded="false" aria-controls="chapters">Menu</button>
      <a class="name" href="${to('index.html')}">Portraitkit</a>
      <button class="search" type="button" aria-haspopup="dialog" aria-keyshortcuts="/">Search</button>
      <button class="plain theme" type="button">Dark</button>
    </header>
    <div class="frame">
      <nav id="chapters" class="chapters" aria-label="All pages">${shelves.map((shelf) => chapter(shelf, page, to)).join('')}
      </nav>
      <main id="page" tabindex="-1"${isHome ? ' class="home"' : ''}>
        <article>
${page.html}</article>
        ${neighbours(page, shelves, to)}
      </main>
      ${outline(page)}
    </div>
    <dialog class="find" aria-label="Search the docs">
      <form method="dialog">
        <input type="search" aria-label="Words to search for" placeholder="Search the docs" autocomplete="off" spellcheck="false" />
        <button class="plain">Close</button>
      </form>
      <p class="found" role="status"></p>
      <ul class="hits"></ul>
    </dialog>
  </body>
</html>
`
}

type LinkTo = (address: string) => string

function chapter({ title, folded, pages }: Shelf, page: Page, to: LinkTo): string {
  const links = pages
    .map((one) => {
      const current = one === page ? ' aria-current="page"' : ''
      return `<li><a href="${to(one.address)}"${current}>${text(one.title)}</a></li>`
    })
    .join('')
  const list = `<ul>${links}</ul>`
  if (!folded) return `\n        <h2>${text(title)}</h2>${list}`
  return `\n        <details${pages.includes(page) ? ' open' : ''}><summary>${text(title)}</summary>${list}</details>`
}

/** The headings of a page, if there are enough of them to get lost in. */
function outline({ passages }: Page): string {
  const headings = passages.filter(({ level }) => level === 2)
  if (headings.length < 2) return ''
  const links = headings.map(({ id, text: words }) => `<li><a href="#${id}">${text(words)}</a></li>`).join('')
  return `<nav class="outline" aria-labelledby="outline"><h2 id="outline">On this page</h2><ul>${links}</ul></nav>`
}

function neighbours(page: Page, shelves: readonly Shelf[], to: LinkTo): string {
  const all = shelves.flatMap(({ pages }) => pages)
  const at = all.indexOf(page)
  const link = (one: Page | undefined, word: string, rel: string) =>
    one ? `<a rel="${rel}" href="${to(one.address)}"><span>${word}</span> ${text(one.title)}</a>` : ''
  const [before, after] = at < 0 ? [] : [all[at - 1], all[at + 1]]
  return `<nav class="neighbours" aria-label="Before and after">${link(before, 'Before', 'prev')}${link(after, 'Next', 'next')}</nav>`
}

const ICONS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function text(plain: string): string {
  return plain.replace(/[&<>"]/g, (sign) => ICONS[sign] ?? sign)
}
