import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkEvidence, checkNumbers, checkSummary, REQUIREMENTS, readLines } from './asvs.ts'
import { ROOT, readSources } from './sources.ts'

const sources = readSources()
const page = readFileSync(join(ROOT, 'docs/guide/asvs.md'), 'utf8')
/** The page with its line of a requirement changed. */
const withLine = (number: string, change: (line: string) => string) =>
  page.replace(new RegExp(`^\\| ${number.replaceAll('.', '\\.')} \\|.*$`, 'm'), change)
/** The page with the last column of a line replaced. */
const withEvidence = (number: string, evidence: string) =>
  withLine(number, (line) => `${line.split(' | ').slice(0, 4).join(' | ')} | ${evidence} |`)

describe('the requirements of the standard', () => {
  it('are 253, 70 of them of level 1', () => {
    const levels = [...REQUIREMENTS.values()]
    expect([levels.length, levels.filter((level) => level === '1').length]).toEqual([253, 70])
  })

  it('have one line each, in order', () => {
    expect(checkNumbers(page)).toEqual([])
    expect(readLines(page)).toHaveLength(REQUIREMENTS.size)
  })

  it('are reported if they are missing, repeated, moved or of another level', () => {
    expect(checkNumbers(withLine('6.2.4', () => ''))).toEqual(['6.2.4 is missing'])
    expect(checkNumbers(withLine('6.2.4', (line) => `${line}\n${line}`))).toEqual(['6.2.4 occurs twice'])
    expect(checkNumbers(withLine('6.2.4', (line) => line.replace('| 1 |', '| 2 |')))).toEqual(['6.2.4 has level 1'])
    const moved = withLine('6.2.12', () => '').replace('\n## V7', '\n## V6 and\n## V7')
    expect(checkNumbers(moved)).toEqual(['6.2.12 is missing'])
    const extra = withLine('1.1.1', (line) => `${line}\n${line.replace('1.1.1', '1.2.10')}`)
    expect(checkNumbers(extra)).toEqual(['1.2.10 is not a requirement of level 1 or 2'])
    const [first = '', second = ''] = ['1.1.1', '1.1.2'].map(
      (number) => page.match(new RegExp(`^\\| ${number} .*$`, 'm'))?.[0],
    )
    expect(checkNumbers(page.replace(`${first}\n${second}`, `${second}\n${first}`))).toEqual([
      'the lines are not in order',
    ])
    expect(
      checkNumbers(withLine('17.3.2', () => '').replace(first, `${page.match(/^\| 17\.3\.2 .*$/m)?.[0]}\n${first}`)),
    ).toEqual(['the lines are not in order', '17.3.2 is in chapter 1'])
  })
})

/** The problems of the line that a test has changed. */
const problemsIn = (changed: string) =>
  checkEvidence(changed, sources).filter((problem) => problem.startsWith('11.3.3 '))

describe('a line', () => {
  it('has a verdict, and existing tests or a reason', () => {
    expect(checkEvidence(page, sources)).toEqual([])
  })

  it.each([
    ['nothing', '', 'has neither test nor reason'],
    ['a short word', 'Yes.', 'has neither test nor reason'],
    ['a missing file', "`cart/none.test.ts` 'adds'", 'names cart/none.test.ts, which does not exist'],
    ['half a name', "`outes.test.ts` 'adds'", 'names outes.test.ts, which does not exist'],
    ['a file without a title', '`platform/secrets.test.ts` proves it all', 'names no test of platform/secrets.test.ts'],
    [
      'a title that nobody wrote',
      "`platform/secrets.test.ts` 'is never opened'",
      'names "is never opened", which begins no title in platform/secrets.test.ts',
    ],
    [
      'the middle of a title',
      "`platform/secrets.test.ts` 'a single bit'",
      'names "a single bit", which begins no title in platform/secrets.test.ts',
    ],
  ])('that rests on %s is reported', (_what, evidence, problem) => {
    expect(problemsIn(withEvidence('11.3.3', evidence))).toEqual([`11.3.3 ${problem}`])
  })

  it('that matches several files is reported', () => {
    const changed = withEvidence('11.3.3', "`routes.test.ts` 'signing in'")
    expect(problemsIn(changed)).toEqual([
      expect.stringMatching(/^11\.3\.3 names routes\.test\.ts, which matches \d+ files$/),
    ])
  })

  it('without a verdict, or without the reason that it needs, is reported', () => {
    const other = withLine('11.3.3', (line) => line.replace('| holds |', '| partly |'))
    expect(problemsIn(other)).toEqual(['11.3.3 has no verdict "partly"'])
    const open = withLine('11.3.3', (line) => line.replace('| holds |', '| open |'))
    expect(problemsIn(open)).toEqual(['11.3.3 has no reason'])
    const silent = withLine('11.3.3', (line) => line.replace('Sealed data cannot be changed unnoticed', 'Seals'))
    expect(problemsIn(silent)).toEqual(['11.3.3 does not say what is required'])
  })
})

describe('the summary', () => {
  it('counts the lines and lists what is open', () => {
    expect(checkSummary(page)).toEqual([])
  })

  it('that counts wrongly, or lists what is not open, is reported', () => {
    expect(checkSummary(withLine('11.3.3', (line) => line.replace('| holds |', '| open |')))).toEqual([
      expect.stringMatching(/^the summary of V11 should be \| V11 \| /),
      expect.stringMatching(/^the summary of all should be \| all \| /),
      '11.3.3 is open and not listed as such',
    ])
    expect(checkSummary(page.replace('(5.4.3)', '(5.4.2)'))).toEqual([
      '5.4.3 is open and not listed as such',
      '5.4.2 is listed as open and is not',
    ])
    expect(checkSummary(withEvidence('12.1.1', 'Somebody else does that.'))).toEqual([
      expect.stringMatching(/^the summary should say that \d+ of them are for the operator$/),
    ])
  })
})
