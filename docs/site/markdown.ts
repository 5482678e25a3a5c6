import { posix } from 'node:path'
import hljs from 'highlight.js/lib/common'
import MarkdownIt from 'markdown-it'

export type Heading = { level: number; id: string; text: string }

/** The text below one heading, for the search. */
export type Passage = Heading & { words: string }

export type RenderedMarkdown = { html: string; passages: Passage[] }

const parser = new MarkdownIt({ highlight: highlightCode })
type Token = ReturnType<typeof parser.parse>[number]

// A wide table scrolls in a box of its own, never the page.
parser.renderer.rules.table_open = () => '<div class="scrolls"><table>\n'
parser.renderer.rules.table_close = () => '</table></div>\n'

function highlightCode(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''
}

/**
 * A file as HTML: headings have ids as on GitHub, links to other files lead to their pages. `source` is its path in the project.
 */
export function renderMarkdown(markdown: string, source: string): RenderedMarkdown {
  const tokens = parser.parse(markdown, {})
  const passages: Passage[] = []
  const used = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = wordsOf(tokens[index + 1])
      const id = uniqueId(idOf(text), used)
      token.attrSet('id', id)
      passages.push({ level: Number(token.tag.slice(1)), id, text, words: '' })
    } else if (token.type === 'th_open' && tokens[index + 1]?.content === '') {
      // A column without a name has no header.
      for (const cell of [token, tokens[index + 2]]) if (cell) cell.tag = 'td'
    } else if (token.type === 'inline') {
      if (tokens[index - 1]?.type !== 'heading_open') addWords(passages, wordsOf(token))
      for (const child of token.children ?? []) rewriteLink(child, source)
    } else if (token.type === 'fence' || token.type === 'code_block') addWords(passages, token.content)
  }
  return { html: parser.renderer.render(tokens, parser.options, {}), passages }
}

function addWords(passages: Passage[], words: string): void {
  const last = passages.at(-1)
  if (last) last.words += `${words} `
}

function wordsOf(token: Token | undefined): string {
  const children = token?.children ?? []
  return children.map(({ type, content }) => (/break$/.test(type) ? ' ' : content)).join('')
}

/** The id that GitHub gives a heading, so that an anchor works in both places. */
export function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

function uniqueId(id: string, used: Map<string, number>): string {
  const before = used.get(id)
  used.set(id, (before ?? -1) + 1)
  return before === undefined ? id : `${id}-${before + 1}`
}

function rewriteLink(token: Token, source: string): void {
  const href = token.type === 'link_open' && token.attrGet('href')
  if (href) token.attrSet('href', linkFrom(source, String(href)))
}

/** A link in a file, both as on the site: `import.md#the-roster` in a guide is `import.html#the-roster`. */
function linkFrom(source: string, link: string): string {
  const [, path = '', anchor = ''] = /^([^#]*)(.*)$/.exec(link) ?? []
  if (!path || /^[a-z]+:/.test(link)) return link
  const target = addressOf(posix.join(posix.dirname(source), path))
  return posix.relative(posix.dirname(addressOf(source)), target) + anchor
}

/** A file whose links lead to the other files as Markdown on the site; code stays as it is. */
export function linkMarkdown(markdown: string, source: string): string {
  const parts = markdown.split(/(^```[\s\S]*?^```|`[^`\n]+`)/m)
  const relink = (text: string) =>
    text.replace(
      /\]\(([^)\s]+)\)/g,
      (_all, link: string) => `](${linkFrom(source, link).replace(/\.html(?=#|$)/, '.md')})`,
    )
  return parts.map((part, at) => (at % 2 === 0 ? relink(part) : part)).join('')
}

/** The address of a project's file on the site: `docs/guide/import.md` is `guide/import.html`, an example is its README. */
export function addressOf(path: string): string {
  const [, example] = /^examples\/([\w-]+)(?:\/README\.md|\/)?$/.exec(path) ?? []
  if (example) return `examples/${example}.html`
  return path
    .replace(/^docs\//, '')
    .replace(/^README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
}
