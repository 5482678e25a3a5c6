import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

const cellOf = (text: string) => csvText(['a'], [[text]]).split('\r\n')[1]

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '  =1+1',
  '\u00a0=1',
  '\u200b=1',
  '\u202e=1',
  '\ufeff=1',
  '"=1',
  '\'"=1',
  '” ＝1',
])('writes %j as a text, not as a formula', (text) => {
  expect(cellOf(text)).toBe(`"'${text.replaceAll('"', '""')}"`)
})

it.each(['Zoë Ødegård', "O'Brien", '4B', '"Em" Carter', 'a=b', 'Smith-Jones', ' Anna', 'A + B', ''])(
  'leaves %j as it is',
  (text) => {
    expect(cellOf(text)).toBe(`"${text.replaceAll('"', '""')}"`)
  },
)
