import { msg } from '@portraitkit/core/msg.ts'
import { expect, it } from 'vitest'
import { translateTo } from './texts.ts'

const ofName = msg({ message: 'Pictures of {name}' })

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
