import { describe, expect, it } from 'vitest'
import { completeLanguages, findNameFaults, findTableFaults } from './textFiles.ts'

describe('a file of texts', () => {
  it('has the tag of a language as its name', () => {
    expect(findNameFaults(['nb.po', 'cs.po', 'he.po', 'pt.po', 'se.po', 'fil.po'])).toEqual([])
  })

  it.each([
    ['pt-BR.po', 'pt'],
    ['pt_BR.po', 'pt'],
    ['nn.po', 'nb'],
    ['no.po', 'nb'],
    ['nb.txt', 'nb'],
    ['nob.po', 'nb'],
    ['NB.po', 'nb'],
    ['iw.po', 'he'],
    ['ces.po', 'cs'],
    ['cz.po', 'cs'],
    ['dk.po', 'da'],
    ['ua.po', 'uk'],
  ])('that is named %s is refused, with the tag of its language', (file, language) => {
    expect(findNameFaults([file])).toEqual([
      `texts/${file} would never be read: the file of this language is ${language}.po`,
    ])
  })

  it.each([
    ['xx.po', 'xx'],
    ['qps.po', 'qps'],
    ['my texts.po', 'my texts'],
  ])('that is named %s is refused, because nobody speaks it', (file, name) => {
    expect(findNameFaults([file])).toEqual([`texts/${file} would never be read: ${name} is not the tag of a language`])
  })
})

describe('the table of languages', () => {
  const table = `
| language | file | texts | read |
|---|---|--:|---|
| English | \`en.po\`, written from the sources | all | yes |
| Czech | \`cs.po\` | all | nobody yet |
| Welsh | \`cy.po\` | 83 % | nobody yet |
| Irish | \`ga.po\` | complete | nobody yet |
`

  it('calls a language complete by the word “all”', () => {
    expect(completeLanguages(table)).toEqual(['en', 'cs'])
  })

  it('names files that there are, and says how many texts each has', () => {
    expect(findTableFaults(table, ['en', 'cs', 'ga'])).toEqual([
      'docs/languages.md: there is no texts/cy.po',
      'docs/languages.md: of ga.po it says “complete” instead of “all” or how many',
    ])
    expect(findTableFaults(table.replace('complete', '1,012 of 1,212'), ['en', 'cs', 'cy', 'ga', 'fr'])).toEqual([])
  })

  it('that can no longer be read is refused', () => {
    expect(findTableFaults('en.po: all', ['en'])).toEqual([
      'docs/languages.md: its table does not call English complete',
    ])
  })
})
