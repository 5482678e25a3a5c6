import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWorkbook } from '../../../testing/roster/buildWorkbook.ts'
import { bytesOf, cellsOf, type WrittenRoster, writtenRoster } from '../../../testing/roster/rosterModel.ts'
import { readRoster } from './readRoster.ts'

const RUNS = process.env.PROOFS ? 3000 : 100
const TIMEOUT_MS = 600_000

describe('what a school writes', () => {
  it('is read as it was written, in every encoding, language and order, with every separator', {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(writtenRoster, (written) => {
        expectSame(readRoster(bytesOf(written), 'SE'), written)
      }),
      { numRuns: RUNS },
    )
  })

  it('is read as it was written in a workbook', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(writtenRoster, (written) => {
        const rows = cellsOf(written).map((cells) => cells.map((cell) => (cell === '' ? null : cell)))
        expectSame(readRoster(buildWorkbook([{ name: 'Blad1', rows }]), 'SE'), written)
      }),
      { numRuns: RUNS / 5 },
    )
  })
})

function expectSame({ rows, problems }: ReturnType<typeof readRoster>, { pupils, form }: WrittenRoster) {
  // Father and mother are in the order of their columns; numbered guardians in that of their numbers.
  const inOrder = (emails: string[]) => (form.headers === 'es' ? emails.toSorted() : emails)
  expect(problems).toEqual([])
  expect(
    rows.map(({ key, name, firstName, lastName, group, emails }) => ({
      key,
      name,
      firstName,
      lastName,
      group,
      emails: inOrder(emails),
    })),
  ).toEqual(
    pupils.map(({ key, first, last, group, emails }) => ({
      key,
      name: `${first} ${last}`,
      firstName: first,
      lastName: last,
      group,
      emails: inOrder(emails.filter((email) => email !== '')),
    })),
  )
}
