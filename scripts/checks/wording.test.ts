import { describe, expect, it } from 'vitest'
import { compiled } from './icu.ts'
import { wordingFaults } from './wording.ts'

const faults = (language: string, english: string, translation: string) =>
  wordingFaults(
    language,
    { text: english, parts: compiled(english) ?? [] },
    { text: translation, parts: compiled(translation) ?? [] },
  )

const OF_50 = '{n, plural, one {# of 50 pictures} other {# of 50 pictures}}'

describe('a translation', () => {
  it.each([
    ['At least 6 characters', 'Co najmniej 8 znaków.', 'its numbers are 8 instead of 6'],
    ['Up to 50 MB', 'Do 500 MB', 'its numbers are 500 instead of 50'],
    ['Up to 50 MB', 'Do wielu MB', 'its numbers are none instead of 50'],
    ['2 of 2 pictures', '2 zdjęcia', 'its numbers are 2 instead of 2, 2'],
    ['Page 2', 'Strona 2 (2)', 'its numbers are 2, 2 instead of 2'],
    ['Up to 1.5 MB', 'Do 15 MB', 'its numbers are 15 instead of 1.5'],
    ['Up to 1,500 pictures', 'Do 1,5 zdjęć', 'its numbers are 1.5 instead of 1500'],
    [OF_50, OF_50.replace('50', '500'), 'its numbers are 50, 500 instead of 50'],
    [OF_50, '{n, plural, one {# ze zdjęć} other {# z 50 zdjęć}}', '50 is not said in every form'],
    [
      '{n, plural, one {a day} other {# days}}',
      '{n, plural, one {dzień} other {2 z # dni}}',
      'its numbers are 2 instead of none',
    ],
  ])('of %s as %s is refused: %s', (english, translation, fault) => {
    expect(faults('pl', english, translation)).toEqual([fault])
  })

  it.each([
    ['1,500 pictures of 2.5 MB', '1.500 zdjęć po 2,5 MB'],
    ['1,500 pictures of 2.5 MB', '1\u00a0500 zdjęć po 2,5 MB'],
    ['until 12:00', 'do 12.00'],
    ['{n, plural, one {a day} other {# days}}', '{n, plural, one {1 dzień} other {# dni}}'],
    ['{c, select, NO {22 33} other {+1}}', '{c, select, NO {22 33} CZ {+420 601} other {+1}}'],
    ['P-256 key', 'klucz P-256'],
  ])('of %s may write its numbers as %s', (english, translation) => {
    expect(faults('pl', english, translation)).toEqual([])
  })

  it('may not say a number for a form that stands for more than one number', () => {
    expect(faults('ru', '{n, plural, one {a day} other {# days}}', '{n, plural, one {1 день} other {# дней}}')).toEqual(
      ['its numbers are 1 instead of none'],
    )
  })

  it.each([
    ['Close', '<b>Zamknij</b>', 'its markup is </b>, <b> instead of none'],
    ['<b>Close</b>', 'Zamknij', 'its markup is none instead of </b>, <b>'],
    ['I accept the <0>terms</0>.', 'Akceptuję regulamin.', 'its markup is none instead of </0>, <0>'],
    ['I accept the <0>terms</0>.', 'Akceptuję <1>regulamin</1>.', 'its markup is </1>, <1> instead of </0>, <0>'],
    [
      'I accept the <0>terms</0>.',
      'Akceptuję <0>regulamin</0> i <0>opłaty</0>.',
      'its markup is </0>, </0>, <0>, <0> instead of </0>, <0>',
    ],
    ['I accept the <0>terms</0>.', 'Akceptuję <0></0> regulamin.', 'its markup <0></0> has nothing in it'],
    ['I accept the <0>terms</0>.', 'Akceptuję </0>regulamin<0>.', 'its markup is not closed where it opened'],
    ['<0>A</0> and <1>B</1>', '<1>A<0></1>B</0>', 'its markup is not closed where it opened'],
    ['A & B', 'A &amp; B', 'its markup is &amp; instead of none'],
    ['Close', 'Z\u0430mknij', '“Z\u0430mknij” has letters of another script: \u0430'],
    ['and', '\u0456', '“\u0456” has letters of another script: \u0456'],
  ])('of %s as %s is refused', (english, translation, fault) => {
    expect(faults('pl', english, translation)).toEqual([fault])
  })

  it('may have its markup in the order of its words, in every form', () => {
    expect(faults('pl', '<0>A</0> and <1>B</1>', '<1>A</1> i <0>B</0>')).toEqual([])
    const forms = '{n, plural, one {<0>a</0>} few {<0>b</0>} many {<0>c</0>} other {<0>d</0>}}'
    expect(faults('pl', '{n, plural, one {<0>a</0>} other {<0>b</0>}}', forms)).toEqual([])
    expect(faults('pl', 'A<0/>B', 'A<0/>B')).toEqual([])
  })

  it('has whole words of another script only where that is not Latin', () => {
    expect(faults('uk', 'A PDF file', 'Файл PDF')).toEqual([])
    expect(faults('uk', 'A PDF-file', 'PDF-файл')).toEqual([])
    expect(faults('uk', 'Close', 'З\u0061крити')).toEqual(['“З\u0061крити” has letters of another script: a'])
    expect(faults('el', 'Close', 'Κλείσιμο')).toEqual([])
    expect(faults('ja', 'QR code', 'QRコード')).toEqual([])
    expect(faults('pl', 'α and β', 'α i β')).toEqual([])
  })

  const DAYS = '{n, plural, one {# day } other {# days }}{clock}'
  it.each([
    ['Close', ' Zamknij', 'the space at its beginning is “ ” instead of “”'],
    ['Close: ', 'Zamknij:', 'the space at its end is “” instead of “ ”'],
    ['A\n', 'A ', 'the space at its end is “ ” instead of “\\n”'],
    [
      DAYS,
      '{n, plural, one {# dzień } few {# dni} many {# dni } other {# dnia }}{clock}',
      'the space at the end of the form few of {n} is “” instead of “ ”',
    ],
    [
      DAYS,
      '{n, plural, one { # dzień } few {# dni } many {# dni } other {# dnia }}{clock}',
      'the space at the beginning of the form one of {n} is “ ” instead of “”',
    ],
  ])('of %s as %s is refused', (english, translation, fault) => {
    expect(faults('pl', english, translation)).toEqual([fault])
  })

  it('may have a space that does not break', () => {
    expect(faults('pl', 'Close: ', 'Zamknij:\u00a0')).toEqual([])
  })
})
