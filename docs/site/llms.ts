import type { Page, Shelf } from './pages.ts'

/** The pages for programs that read text: a list of them in the form of llmstxt.org, and each page as Markdown at its own address with `.md`. */
export function textFiles(pages: readonly Page[], shelves: readonly Shelf[], about: string): [string, string][] {
  return [
    ['llms.txt', listOf(shelves, about)],
    ...pages.map(({ address, markdown }): [string, string] => [markdownAddress(address), markdown]),
  ]
}

/** The address of a page as Markdown. */
export function markdownAddress(address: string): string {
  return address.replace(/\.html$/, '.md')
}

/** What is folded in the sidebar may be left out by a reader that is short of room: llmstxt.org calls such a section optional. */
function listOf(shelves: readonly Shelf[], about: string): string {
  const open = shelves.filter(({ folded }) => !folded)
  const folded = shelves.filter((shelf) => shelf.folded).flatMap(({ pages }) => pages)
  const sections = [...open, { title: 'Optional', pages: folded }].map(
    ({ title, pages }) => `## ${title}\n\n${pages.map(lineOf).join('\n')}\n`,
  )
  return [`# Portraitkit\n\n> ${about}\n`, ...sections].join('\n')
}

function lineOf({ address, title, markdown }: Page): string {
  const summary = firstSentence(markdown)
  return `- [${title}](${markdownAddress(address)})${summary && `: ${summary}`}`
}

const MAX_SUMMARY = 240

/** Of the first paragraph, as plain text. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((block) => /^[^#!|`<-]/.test(block)) ?? ''
  const text = paragraph
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const [sentence = text] = /^.+?\.(?= |$)/.exec(text) ?? []
  return sentence.length <= MAX_SUMMARY ? sentence : `${sentence.slice(0, MAX_SUMMARY).replace(/ [^ ]*$/, '')} …`
}
