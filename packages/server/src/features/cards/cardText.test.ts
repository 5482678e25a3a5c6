import { describe, expect, it } from 'vitest'
import { qrCode } from '../../imaging/paper/qr.ts'
import { cardJob, cardText, MAX_CARD_NUMBER, readCardText } from './cardText.ts'

const job = cardJob('brightside', '0b6c1f0e-0000-4000-8000-000000000000')

describe('the text of a card', () => {
  it.each([1, 31, 32, 4711, MAX_CARD_NUMBER])('says the job and the number %i', (number) => {
    expect(readCardText(cardText({ job, number }))).toEqual({ job, number })
  })

  it('fits the smallest QR code, whose parts are largest', () => {
    expect(qrCode(cardText({ job, number: MAX_CARD_NUMBER })).size).toBe(21)
  })

  it('identifies the shop and the job', () => {
    expect(cardJob('brightside', 'one')).not.toBe(cardJob('brightside', 'two'))
    expect(cardJob('brightside', 'one')).not.toBe(cardJob('nordlys', 'one'))
  })

  it('is refused if any of its characters is another one, and if it is any other text', () => {
    const text = cardText({ job, number: 4711 })
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === '7' ? '8' : '7'
      expect(readCardText(text.slice(0, at) + other + text.slice(at + 1))).toBeNull()
    }
    for (const other of ['', 'https://example.org', text.toLowerCase(), `${text}0`, ` ${text}`]) {
      expect(readCardText(other)).toBeNull()
    }
  })
})
