import { describe, expect, it } from 'vitest'
import { decodeText } from './encoding.ts'

/** The bytes of a text in an encoding of one byte for each character. */
function bytes(text: string, encoding: string): Uint8Array {
  const characters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(text, (character) => characters.indexOf(character))
}

describe('the encoding of a text', () => {
  it.each([
    'Åsa Öberg',
    'årskurs;Ida',
    'Søren Ægidius',
    'D’Angelo;Zoë',
    'JÖRG MÜLLER',
    'Núñez;Peña;Íñigo',
    'Weiß;Groß',
    'Éva;Françoise',
    'Seán O’Brien',
    'Cœuret;Marie-Sœur',
  ])('is told from the bytes, on Windows and on the Mac: %s', (text) => {
    for (const [encoding, name] of [
      ['windows-1252', 'Windows-1252'],
      ['macintosh', 'Mac Roman'],
    ] as const) {
      const decoded = decodeText(bytes(text, encoding))
      expect(decoded).toEqual({ text, note: expect.stringContaining(name) })
    }
  })

  it.each([
    'Łucja Wójcik',
    'Michał Żak',
    'Jaś;Łuczak',
    'Świątek',
    'KSIĄŻĘ',
    'Imię;Nazwisko;Oddział',
    'Bożena Zięba-Öster',
  ])('is told from the bytes in Polish: %s', (text) => {
    const decoded = decodeText(bytes(text, 'windows-1250'))
    expect(decoded).toEqual({ text, note: expect.stringContaining('Windows-1250') })
  })

  it('is UTF-8 without a note if the bytes are', () => {
    expect(decodeText(Buffer.from('Åsa'))).toEqual({ text: 'Åsa' })
  })
})
