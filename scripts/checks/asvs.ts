import { isTest, type Source } from './sources.ts'

/** A line of the page: a requirement, its verdict, and the reason for that. */
export type AsvsLine = { number: string; level: string; text: string; verdict: string; evidence: string }

/**
 * The requirements of ASVS 5.0.0 by section: one character for each, its level, or `-` for those of level 3, which the page
 * leaves out.
 */
const SECTIONS: Record<string, string> = {
  '1.1': '22',
  '1.2': '111112222-',
  '1.3': '11222222222-',
  '1.4': '222',
  '1.5': '12-',
  '2.1': '122',
  '2.2': '112',
  '2.3': '1222-',
  '2.4': '2-',
  '3.1': '-',
  '3.2': '11-',
  '3.3': '1222-',
  '3.4': '112222--',
  '3.5': '11122---',
  '3.6': '-',
  '3.7': '22---',
  '4.1': '122--',
  '4.2': '2----',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112---',
  '5.3': '11-',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '1122----',
  '6.4': '1122--',
  '6.5': '22222---',
  '6.6': '222-',
  '6.7': '--',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '22-',
  '7.6': '22',
  '8.1': '12--',
  '8.2': '112-',
  '8.3': '1--',
  '8.4': '2-',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '22-',
  '10.3': '2222-',
  '10.4': '11111222222-----',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '22--',
  '11.2': '222--',
  '11.3': '112--',
  '11.4': '1222',
  '11.5': '2-',
  '11.6': '2-',
  '11.7': '--',
  '12.1': '122--',
  '12.2': '11',
  '12.3': '2222-',
  '13.1': '2---',
  '13.2': '22222-',
  '13.3': '22--',
  '13.4': '12222--',
  '14.1': '22',
  '14.2': '1222----',
  '14.3': '122',
  '15.1': '122--',
  '15.2': '122--',
  '15.3': '1222222',
  '15.4': '----',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '222-',
  '17.1': '2-',
  '17.2': '2222----',
  '17.3': '22',
}

/** Each requirement of levels 1 and 2 by its number, with its level, in the standard's order. */
export const REQUIREMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(SECTIONS).flatMap(([section, levels]) =>
    [...levels].flatMap(
      (level, index): Array<[string, string]> => (level === '-' ? [] : [[`${section}.${index + 1}`, level]]),
    ),
  ),
)

const VERDICTS = ['holds', 'does not apply', 'open'] as const
const ROW = /^\| (\d+\.\d+\.\d+) \| (\S*) \| (.*?) \| (.*?) \| (.*?) \|$/
/** A test file, by the end of its path, and the beginning of a title in it: `account/routes.test.ts` 'signing in'. */
const REFERENCE = /`([\w./-]+\.(?:test|e2e)\.tsx?)`((?:,? '[^']+')*)/g
const MIN_REASON = 20
const MIN_TEXT = 8

export function readLines(page: string): AsvsLine[] {
  return page.split('\n').flatMap((line) => {
    const [, number, level = '', text = '', verdict = '', evidence = ''] = line.match(ROW) ?? []
    return number ? [{ number, level, text, verdict, evidence }] : []
  })
}

/** Every requirement has one line, in the standard's order and in its chapter, with its level. */
export function checkNumbers(page: string): string[] {
  const lines = readLines(page)
  const numbers = lines.map(({ number }) => number)
  const missing = [...REQUIREMENTS.keys()].filter((number) => !numbers.includes(number))
  const known = numbers.filter((number) => REQUIREMENTS.has(number))
  const twice = known.filter((number, index) => known.indexOf(number) !== index)
  const order = [...REQUIREMENTS.keys()].filter((number) => known.includes(number))
  return [
    ...missing.map((number) => `${number} is missing`),
    ...twice.map((number) => `${number} occurs twice`),
    ...numbers
      .filter((number) => !REQUIREMENTS.has(number))
      .map((number) => `${number} is not a requirement of level 1 or 2`),
    ...lines
      .filter(({ number, level }) => REQUIREMENTS.has(number) && REQUIREMENTS.get(number) !== level)
      .map(({ number }) => `${number} has level ${REQUIREMENTS.get(number)}`),
    ...(twice.length === 0 && known.join() !== order.join() ? ['the lines are not in order'] : []),
    ...chaptersOf(page).flatMap(({ chapter, text }) =>
      readLines(text)
        .filter(({ number }) => number.split('.')[0] !== chapter)
        .map(({ number }) => `${number} is in chapter ${chapter}`),
    ),
  ]
}

/** The parts of the page below its headings of chapters. */
function chaptersOf(page: string): Array<{ chapter: string; text: string }> {
  return page
    .split(/^## V/m)
    .slice(1)
    .map((text) => ({ chapter: text.match(/^\d+/)?.[0] ?? '', text }))
}

/** Every line has a text, a verdict, and what that rests on: existing tests, or a reason. */
export function checkEvidence(page: string, sources: readonly Source[]): string[] {
  return readLines(page).flatMap(({ number, text, verdict, evidence }) => {
    const references = [...evidence.matchAll(REFERENCE)]
    const reason = evidence.replace(REFERENCE, '').replace(/^[\s,;.]+/, '')
    const hasReason = reason.length >= MIN_REASON
    const problems = references.flatMap(([, path = '', titles = '']) => checkReference(path, titles, sources))
    if (text.length < MIN_TEXT) problems.push('does not say what is required')
    if (!VERDICTS.some((each) => each === verdict)) problems.push(`has no verdict "${verdict}"`)
    else if (verdict === 'holds' && references.length === 0 && !hasReason) problems.push('has neither test nor reason')
    else if (verdict !== 'holds' && !hasReason) problems.push('has no reason')
    return problems.map((problem) => `${number} ${problem}`)
  })
}

function checkReference(path: string, written: string, sources: readonly Source[]): string[] {
  const found = sources.filter((source) => isTest(source.path) && `/${source.path}`.endsWith(`/${path}`))
  const [file] = found
  if (!file) return [`names ${path}, which does not exist`]
  if (found.length > 1) return [`names ${path}, which matches ${found.length} files`]
  // some tests take their names from a list in the file that they test
  const beside = sources.find((source) => source.path === file.path.replace('.test.', '.'))
  const titles = [...written.matchAll(/'([^']+)'/g)].map(([, title = '']) => title)
  if (titles.length === 0) return [`names no test of ${path}`]
  return titles
    .filter((title) => ![file, beside].some((each) => each && isTitleIn(each.text, title)))
    .map((title) => `names "${title}", which begins no title in ${path}`)
}

/** Whether a title begins with this text, after the ids of the ledger, if it has any. */
function isTitleIn(text: string, title: string): boolean {
  const before = text.split(title).slice(0, -1)
  return before.some((part) => /['"`](?:\[[^\]]*\] ?)*$/.test(part))
}

/** The summary counts what is on the page, and its list of open lines names each of them and no other. */
export function checkSummary(page: string): string[] {
  const lines = readLines(page)
  const problems = [...countsOf(lines)]
    .filter(([, row]) => !page.includes(`${row}\n`))
    .map(([chapter, row]) => `the summary of ${chapter} should be ${row}`)
  const operators = lines.filter(({ evidence }) => evidence.startsWith('For the operator:')).length
  if (!page.includes(`${operators} of them are for the operator`)) {
    problems.push(`the summary should say that ${operators} of them are for the operator`)
  }
  const [, listed = ''] = page.match(/^## What is open\n([\s\S]*?)^## V/m) ?? []
  const named = [...listed.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([number]) => number)
  const open = lines.filter(({ verdict }) => verdict === 'open').map(({ number }) => number)
  return [
    ...problems,
    ...open.filter((number) => !named.includes(number)).map((number) => `${number} is open and not listed as such`),
    ...named.filter((number) => !open.includes(number)).map((number) => `${number} is listed as open and is not`),
  ]
}

/** The rows of the summary by chapter: the number of lines with each verdict. */
function countsOf(lines: readonly AsvsLine[]): Map<string, string> {
  const chapters = [...new Set([...REQUIREMENTS.keys()].map((number) => number.split('.')[0] as string))]
  const rowOf = (name: string, of: readonly AsvsLine[]) =>
    `| ${[name, ...VERDICTS.map((verdict) => of.filter((line) => line.verdict === verdict).length), of.length].join(' | ')} |`
  const rows = chapters.map((chapter): [string, string] => {
    const own = lines.filter(({ number }) => number.split('.')[0] === chapter)
    return [`V${chapter}`, rowOf(`V${chapter}`, own)]
  })
  return new Map([...rows, ['all', rowOf('all', lines)]])
}
