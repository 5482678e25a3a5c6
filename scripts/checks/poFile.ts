import { mainLanguage } from '../../packages/core/src/languageTags.ts'

const LINE = /^(?:|#.*|(?:(?:msgctxt|msgid|msgstr) )?"(?:[^"\\]|\\.)*")$/
const FUZZY = /^#\s*,(?:.*[\s,])?fuzzy\b/

/**
 * What is wrong with a catalogue as a file, in a sentence each: what a reader of PO files, such as lingui, would drop or read in another way. Whoever
 * writes such a file again loses what somebody has typed.
 */
export function findSyntaxFaults(language: string, content: string): string[] {
  // every line of it would be a fault
  if (content.includes('\r\n')) return [`texts/${language}.po: its lines end as on Windows (CRLF): save it with LF`]
  // a new language
  if (content.trim() === '') return []
  const lines = content.split('\n')
  const entries = entriesOf(lines)
  const faults = [...lineFaults(lines), ...orderFaults(lines)]
  return [...faults, ...headerFaults(language, lines), ...repeatedTexts(entries)].map(
    ({ line, fault }) => `texts/${language}.po, line ${line}: ${fault}`,
  )
}

type Fault = { line: number; fault: string }

function lineFaults(lines: readonly string[]): Fault[] {
  return lines.flatMap((line, index) => {
    const why = !LINE.test(line)
      ? 'it is not a line of a PO file'
      : FUZZY.test(line)
        ? 'it is marked as unsure'
        : line.includes('\ufffd')
          ? 'it is not UTF-8'
          : escapeFault(line)
    return why ? [{ line: index + 1, fault: `${why}: ${line}` }] : []
  })
}

/** A text that is there twice, written in two ways, would be lost without a word. */
function escapeFault(line: string): string | undefined {
  if (line.startsWith('#')) return undefined
  const found = line.match(/\\./g)?.find((each) => !KNOWN_ESCAPES.includes(each))
  return found && `it has the escape ${found}: write the letter itself`
}

const KNOWN_ESCAPES = ['\\"', '\\\\', '\\n', '\\t']

/** What has to stand before each keyword: of two translations of a text, lingui keeps one, and one without a text is dropped. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  msgctxt: ['', 'msgstr'],
  msgid: ['', 'msgctxt', 'msgstr'],
  msgstr: ['msgid'],
}

function orderFaults(lines: readonly string[]): Fault[] {
  let before = ''
  return lines.flatMap((line, index): Fault[] => {
    const [, keyword] = /^(msgctxt|msgid|msgstr) "/.exec(line) ?? []
    if (!keyword) return []
    const isInOrder = BEFORE[keyword]?.includes(before) ?? true
    const fault = `a ${keyword} follows ${before ? `a ${before}` : 'nothing'}: each text has one msgid, and then one msgstr`
    before = keyword
    return isInOrder ? [] : [{ line: index + 1, fault }]
  })
}

/** A text of the file, with the line of its msgid. The first one, which is empty, is the header. */
type Entry = { line: number; context: string; english: string }

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  let context = ''
  let keyword = ''
  for (const [index, line] of lines.entries()) {
    const [, named = '', quoted] = /^(?:(msgctxt|msgid|msgstr) )?"(.*)"$/.exec(line) ?? []
    if (quoted === undefined) continue
    keyword = named || keyword
    if (named === 'msgctxt') context = ''
    if (named === 'msgid') entries.push({ line: index + 1, context: '', english: '' })
    const entry = entries.at(-1)
    if (keyword === 'msgctxt') context += quoted
    if (keyword === 'msgid' && entry) Object.assign(entry, { context, english: entry.english + quoted })
    // the next text has a context of its own, or none
    if (keyword === 'msgstr') context = ''
  }
  return entries
}

/** Of a text that is there twice, lingui keeps the later one and removes the other. */
function repeatedTexts(entries: readonly Entry[]): Fault[] {
  const first = new Map<string, Entry>()
  return entries.flatMap((entry) => {
    const { line, context, english } = entry
    const key = JSON.stringify([context, english].map((each) => each.replaceAll('\t', '\\t')))
    const before = first.get(key)
    first.set(key, before ?? entry)
    const what = english === '' ? 'the header' : `“${english}”${context ? ` (${context})` : ''}`
    return before ? [{ line, fault: `${what} is there twice, before in line ${before.line}: remove one of them` }] : []
  })
}

const NO_HEADER = 'it does not begin with a header: copy the lines before the first empty one from another language'

/** Without a header, or with one that another text follows at once, lingui would take texts for it, and drop them. */
function headerFaults(language: string, lines: readonly string[]): Fault[] {
  const start = lines.findIndex((line) => line !== '' && !/^#(?!.*msgid)/.test(line))
  if (lines[0] === '' || lines[start] !== 'msgid ""' || !lines[start + 1]?.startsWith('msgstr "'))
    return [{ line: lines[0] === '' ? 1 : Math.max(start, 0) + 1, fault: NO_HEADER }]
  const end = lines.indexOf('', start)
  const header = lines.slice(start, end < 0 ? lines.length : end)
  const next = header.findIndex((line, index) => index > 0 && !/^(?:msgstr )?"/.test(line))
  const own = header.slice(0, next < 0 ? header.length : next)
  return [
    ...own.flatMap((line, index) => valueFaults(language, line).map((fault) => ({ line: start + index + 1, fault }))),
    ...lackingLines(language, own).map((fault) => ({ line: start + 1, fault })),
    ...(next < 0 ? [] : [{ line: start + next + 1, fault: 'an empty line has to follow its header' }]),
  ]
}

/** A file that was copied from another language, or saved in another encoding, says so in its header. */
function valueFaults(language: string, line: string): string[] {
  const [, tag] = /^(?:msgstr )?"Language: *([^\s\\"]+)/i.exec(line) ?? []
  const [, charset] = CHARSET.exec(line) ?? []
  if (tag && mainLanguage(tag) !== language) return [`its header says the language ${tag}: write ${language}`]
  return charset && !/^utf-?8$/i.test(charset) ? [`its header says the encoding ${charset}: save it as UTF-8`] : []
}

const CHARSET = /^(?:msgstr )?"Content-Type:.*charset=([^\s;\\"]+)/i

function lackingLines(language: string, header: readonly string[]): string[] {
  const has = (pattern: RegExp) => header.some((line) => pattern.test(line))
  return [
    ...(has(/^(?:msgstr )?"Language:/i) ? [] : [`Language: ${language}`]),
    ...(has(CHARSET) ? [] : ['Content-Type: text/plain; charset=utf-8']),
  ].map((lacking) => `its header lacks “${lacking}”`)
}
