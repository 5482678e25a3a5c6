import { describe, expect, it } from 'vitest'
import { readCatalogue } from './checks/texts.ts'
import { inPseudoLanguage } from './storybookPseudo.ts'
import { isOfValues, knownTexts, unnoticedTexts, untranslatedTexts } from './untranslatedTexts.ts'

const recorded = (...strings: string[]) =>
  knownTexts(inPseudoLanguage({ names: {}, failure: '', answers: { call: { status: 200, body: strings } } }))

describe('a text of the catalogue that a page in the pseudo-language says in English', () => {
  it('[LOC-2] is found, although all of its words occur in the answers', () => {
    const texts = readCatalogue('en').map(({ english }) => english)
    const backwards = texts.filter((text) => !isOfValues(text)).map((text) => text.split(' ').toReversed().join(' '))
    // of an answer with markup, each paragraph is known by itself
    const known = recorded(texts.join(' ').replace(/<[^>]*>/g, ''), ...backwards)
    const unnoticed = unnoticedTexts(known)
    expect(unnoticed.filter((text) => !isOfValues(text))).toEqual([])
    expect(unnoticed).toContain('{name}, {part}')
  })

  it('[LOC-2] is found, although a photographer has called something the same', () => {
    expect(untranslatedTexts(['Cards', 'Total'], recorded('Cards', 'Total'))).toEqual(['Cards', 'Total'])
  })
})

describe('in the pseudo-language', () => {
  const known = recorded(
    'Square card',
    'Liam Diaz',
    'FC',
    '10 × 15 cm',
    '<p>We come to your school,\n<a href="/x">at no cost</a>.</p>',
    'First line\nSecond line',
    '{"typed":"Emma & Ben"}',
    'pending',
  )

  it.each([
    '~Ōŕďēŕ ~#5ae55995',
    '2 × Square card · ŵĩţĥ Liam Diaz',
    'LIAM DIAZ, FC',
    'Square card 10 × 15 cm~ ƒŕōḿ ~$1.95',
    'We come to your school,',
    'Second line',
    'Emma & Ben',
    '~Ĺàśţ ũśēď ~Nov 28, 2026, 1:37 AM',
    'Saturday, November 28, 2026',
  ])('[LOC-2] a page may say %s', (text) => {
    expect(untranslatedTexts([text], known)).toEqual([])
  })

  it.each([
    'Square cards',
    'Square card of Liam Diaz',
    'Liam Diaz and Liam Diaz',
    'Square card Liam Diaz',
    'card',
    'Square',
    'pending',
    'Ōŕďēŕ Now',
    'November',
    '~Śàvē~ all',
  ])('[LOC-2] a page may not say %s', (text) => {
    expect(untranslatedTexts([text], known)).toEqual([text])
  })
})
