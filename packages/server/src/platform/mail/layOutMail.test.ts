import { placeLine } from '@portraitkit/core/provider/country.ts'
import { describe, expect, it } from 'vitest'
import { buildProvider } from '../../testing/buildProvider.ts'
import { translateTo } from '../texts.ts'
import { layOutMail, mailFont } from './layOutMail.ts'

describe('an email in the provider’s look', () => {
  const provider = buildProvider()
  const mail = layOutMail(provider, {
    key: 'order 1',
    to: 'kari@example.com',
    subject: 'A subject',
    language: 'de',
    title: 'A <title>',
    parts: ['A paragraph with <b>', { link: 'See it', href: 'https://shop.example/?a=1&b=2', hint: 'Or the code ABC' }],
  })

  it('says the same as text and as HTML, whatever it contains', () => {
    expect(mail.text).toContain(
      'A <title>\n\nA paragraph with <b>\n\nSee it:\nhttps://shop.example/?a=1&b=2\nOr the code ABC',
    )
    expect(mail.html).toContain('href="https://shop.example/?a=1&#38;b=2"')
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('<html lang="de">')
    expect(mail.html).toContain(provider.look.colours.light.accent)
  })

  it('ends with the contact, in its language', () => {
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(`Fragen? ${provider.name} hilft gern:`)
      expect(body).toContain(provider.contactInfo.email)
    }
  })

  it('uses fonts that mail programs have', () => {
    const sans = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
    expect(mailFont('pk-figtree')).toBe(sans)
    expect(mailFont('"pk-lora", serif')).toBe('Georgia, serif')
    expect(mailFont('"Gill Sans", sans-serif')).toBe(`'Gill Sans', ${sans}`)
  })

  it.each([
    ['US', 'Cambridge, MA 02139'],
    ['AU', 'Cambridge MA 02139'],
    ['GB', 'Cambridge MA 02139'],
    ['DE', '02139 Cambridge MA'],
  ])('writes an address in the format of the post of %s', (country, line) => {
    expect(placeLine(translateTo('en'), country, { postalCode: '02139', city: 'Cambridge', state: 'MA' })).toBe(line)
  })
})
