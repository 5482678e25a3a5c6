import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from './cleanText.ts'

describe('a typed text', () => {
  it('[TXT-5] has runs of white space collapsed, but newlines kept', () => {
    expect(cleanText('Emma  \t  Carter\u00a0\u00a04B')).toBe('Emma Carter 4B')
    expect(cleanText('Emma\r\nCarter\r4B\u2028!')).toBe('Emma\nCarter\n4B\n!')
    expect(cleanText('one\n\n\ntwo')).toBe('one\n\n\ntwo')
  })

  it.each([
    ['controls', 'a\u0000\u0007\u001b\u007f\u0085b', 'a\nb'],
    ['zero-width characters', 'a\u200b\u200c\u2060b', 'ab'],
    ['a byte order mark', '\ufeffab', 'ab'],
    ['bidi controls', 'a\u202eb\u2066c\u200fd\u061c', 'abcd'],
    ['lone surrogates', 'a\ud83db\udc00', 'ab'],
    ['a joiner that joins no emoji', 'a\u200db \u{1f600}\u200dx', 'ab \u{1f600}x'],
  ])('[TXT-5] is stripped of %s', (_what, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('[TXT-5] keeps whole emoji', () => {
    const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'
    const tinted = '\u{1f468}\u{1f3fd}\u200d\u{1f680}'
    expect(cleanText(`${family}${tinted}\u2764\ufe0f`)).toBe(`${family}${tinted}\u2764\ufe0f`)
  })

  it('[TXT-5] does not change when cleaned twice, whatever was typed', () => {
    const awkward = fc.constantFrom(
      '\u200d',
      '\u{1f469}',
      '\ufe0f',
      '\u{1f3fd}',
      '\u200b',
      ' ',
      '\t',
      '\n',
      '\r',
      'a',
      '\ud83d',
    )
    const typed = fc.array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 4 }))).map((each) => each.join(''))
    fc.assert(
      fc.property(typed, (text) => {
        const once = cleanText(text)
        expect(cleanText(once)).toBe(once)
        expect(once).not.toMatch(/[^\S\n]{2}|\t|\r/)
      }),
      { numRuns: 500 },
    )
  })
})
