import { describe, expect, it } from 'vitest'
import { COLUMN_TARGETS, meaningOfTarget, readColumnsOption } from './columnsOption.ts'

describe('--columns', () => {
  it('names columns by header or number', () => {
    expect(readColumnsOption('Elev=name, Klasse = group,3=Guardian2-Email')).toEqual({
      Elev: 'name',
      Klasse: 'group',
      3: 'guardian2-email',
    })
  })

  it.each([
    ['Elev', 'not of the form column=meaning'],
    ['=name', 'not of the form column=meaning'],
    ['Elev=namn', '"namn" is not a meaning of a column; there are name, first, last'],
    ['Elev=guardian-code', '"guardian-code" is not a meaning'],
    ['A=name,A=group', 'names the column "A" twice'],
  ])('that is %s is refused', (text, message) => {
    expect(() => readColumnsOption(text)).toThrow(message)
  })

  it('has every meaning that its message lists', () => {
    for (const target of COLUMN_TARGETS.split(', ')) expect(meaningOfTarget(target).field).toBeTruthy()
  })
})
