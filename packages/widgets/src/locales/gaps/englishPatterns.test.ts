import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { englishPatterns, isEnglish } from './englishPatterns.ts'

const says = (text: string, what: string) => isEnglish(what, englishPatterns([compileMessage(text)]))

describe('what is said of an English text', () => {
  it.each([
    ['Try again', 'Try again'],
    ['Price (all in): {price}', 'Price (all in): 1 234,50 Kč'],
    ['The pictures of {names}', 'The pictures of Emma-Liv Diaz, Ben und Liam (2)'],
    ['Until {day}', 'Until 3. prosince 2026'],
    ['Until {day}', 'Until 3. 12. 2026'],
    ['{n, plural, one {# picture} other {# pictures}} of {name}', '1 picture of Emma'],
    ['{n, plural, one {# picture} other {# pictures}} of {name}', '1.200 pictures of Emma'],
    ['{place, select, home {At home} other {Elsewhere}}', 'At home'],
  ])('[LOC-2] %s: %s', (text, what) => {
    expect(says(text, what)).toBe(true)
  })
})

describe('what is not English throughout', () => {
  it.each([
    ['Try again', 'Try again later'],
    ['Hello {name}', 'Hello Emma. Klikněte sem'],
    ['Hello {name}', 'Hello Emma · Zkusit znovu'],
    ['Hello {name}', 'Hello Emma – zkusit znovu'],
    ['Hello {name}', 'Hello klikněte sem.'],
    ['Hello {name}', 'Hello klikněte sem a vyberte si fotografie svého dítěte nebo skupiny'],
    ['{name}, {part}', 'Emma, portrét'],
    ['{n, plural, one {# picture} other {# pictures}}', 'mnoho pictures'],
    ['{n, plural, one {# picture} other {#}}', '5'],
    ['{place, select, home {At home} other {Elsewhere}}', 'Doma'],
  ])('[LOC-2] of %s: %s', (text, what) => {
    expect(says(text, what)).toBe(false)
  })
})
