import { describe, expect, it } from 'vitest'
import { canSubmitCode, codeFault, findCodeInText, isOfShare, parseCode } from './codeEntry.ts'

describe('the code in typed or pasted text', () => {
  it.each([
    'https://shop.example.com/c/MAPLE7',
    'https://shop.example.com/c/maple7?provider=brightside',
    'shop.example.com/c/MAPLE7/',
    'http://localhost:4000/c/MAP%2DLE7#top',
    'See the pictures of Emma: https://shop.example.com/c/MAPLE7 until Friday',
    'https://shop.example.com/enter-code?provider=brightside&code=MAPLE7',
    'Code: maple7',
    'Ihr Code：MAPLE7',
    'Your code is MAPLE7.',
    'If the link does not open, enter the code MAP-LE7.',
    '«MAPLE7»',
    'MAPLE7,',
    ' map le7 ',
  ])('is extracted from %j', (text) => {
    expect(parseCode(text)).toBe('MAPLE7')
  })

  it.each(['maple 7', 'MAPLE 7', 'Maple7', 'MAPLE7 CEDAR4', 'ABCDE-FGHJK', 'abcde fghjk', 'C:', ''])(
    'is left as typed if it stands alone: %j',
    (text) => {
      expect(findCodeInText(text)).toBe(text)
    },
  )

  it('is found after a broken link without an error', () => {
    expect(findCodeInText('https://shop.example.com/c/MAP%E0%A4')).toBe('MAP%E0%A4')
  })
})

describe('a code in the form', () => {
  it('[ENT-8] needs six letters and digits to be submitted, and four to be valid at all', () => {
    expect(['ABCDE', 'AB-CD E', '......', 'ABCDE.'].map(canSubmitCode)).toEqual([false, false, false, false])
    expect(['ABCDEF', 'AB-CD EF', 'ａｂｃｄｅｆ'].map(canSubmitCode)).toEqual([true, true, true])
    expect(['', ' - ', 'ABC', 'ABCD'].map(codeFault)).toEqual(['required', 'required', 'short', undefined])
  })

  it('is of a share if it is longer than any code', () => {
    expect(['MAPLE7', 'A'.repeat(32), ' '.repeat(40)].map(isOfShare)).toEqual([false, false, false])
    expect([`https://shop.example.com/c/${'A7'.repeat(18)}`, 'a7'.repeat(18)].map(isOfShare)).toEqual([true, true])
  })
})
