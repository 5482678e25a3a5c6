import { msg } from '@portraitkit/core/msg.ts'
import { expect, it } from 'vitest'
import { translateTo } from './texts.ts'

const ofName = msg({ message: 'Pictures of {name}' })

const ofPlace = msg({ message: '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of a test' })

it('says what a language lacks in English, with the plurals of English', () => {
  const say = translateTo('sv')
  expect([1, 2, 3, 11, 23].map((place) => say(ofPlace, { place }).split(' ')[0])).toEqual([
    '1st',
    '2nd',
    '3rd',
    '11th',
    '23rd',
  ])
})

it('says a value as it was typed, whatever it looks like', () => {
  const say = translateTo('nb')
  for (const name of [
    '\\u0041nna',
    '\\x41',
    '\\u000d\\u000aBcc: a@example.com',
    '{name}',
    '#',
    "'{'",
    '<b>',
    '\\u202e',
    'C:\\u',
  ])
    expect(say(ofName, { name })).toContain(name)
})
