import { describe, expect, it } from 'vitest'
import { COLUMN_TARGETS, meaningOfTarget, readColumnsOption } from './columnsOption.ts'
import { readRoster } from './readRoster.ts'

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

  it('that names a header of several columns is refused, which one is said by its number', () => {
    const list = Buffer.from('Namn;Klass;Namn;E-post\nEva Berg;4A;Anna Berg;e@example.com\n')
    const namesBy = (columns: Record<string, string>) =>
      readRoster(list, 'SE', { columns }).rows.map(({ name }) => name)
    expect(() => namesBy({ namn: 'name' })).toThrow('has the column "namn" 2 times (1, 3): say which by its number')
    expect(namesBy({ 3: 'name' })).toEqual(['Anna Berg'])
    expect(namesBy({ 3: 'name', namn: 'unused', 'E-post': 'unused' })).toEqual(['Anna Berg'])
  })
})
