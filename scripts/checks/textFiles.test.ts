import { describe, expect, it } from 'vitest'
import { findNameFaults } from './textFiles.ts'

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
