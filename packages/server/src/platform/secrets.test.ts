import { describe, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret of at least thirty-two letters')

/** A text with one bit changed at a place. */
function flipBit(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64url')
}

describe('a sealed text', () => {
  const sealed = secrets.seal('personal id', 'Märtha 010203')

  it('is opened for its purpose, and reveals nothing to others', () => {
    expect(secrets.open('personal id', sealed)).toBe('Märtha 010203')
    expect(Buffer.from(sealed, 'base64url').includes('010203')).toBe(false)
  })

  it('is another one each time, so that equal texts are not recognised', () => {
    expect(secrets.seal('personal id', 'Märtha 010203')).not.toBe(sealed)
  })

  it('is not opened if a single bit of it was changed, wherever', () => {
    const { length } = Buffer.from(sealed, 'base64url')
    for (let at = 0; at < length; at++) expect(() => secrets.open('personal id', flipBit(sealed, at))).toThrow()
  })

  it('is not opened for another purpose, with another secret, or when it is cut short', () => {
    expect(() => secrets.open('gateway', sealed)).toThrow()
    expect(() => createSecrets('another secret of the same length').open('personal id', sealed)).toThrow()
    for (const part of ['', sealed.slice(0, 20), sealed.slice(0, -4)])
      expect(() => secrets.open('personal id', part)).toThrow()
  })
})

describe('a signature', () => {
  const signature = secrets.sign('image', 'a picture')

  it('has 256 bits and holds for its text, its purpose and its secret alone', () => {
    expect(Buffer.from(signature, 'base64url')).toHaveLength(32)
    expect(secrets.verify('image', 'a picture', signature)).toBe(true)
    expect(secrets.verify('image', 'another picture', signature)).toBe(false)
    expect(secrets.verify('nonce', 'a picture', signature)).toBe(false)
    expect(createSecrets('another secret of the same length').verify('image', 'a picture', signature)).toBe(false)
  })

  it('does not hold if it is missing, changed, shortened or longer', () => {
    for (const wrong of ['', 'none', flipBit(signature, 5), signature.slice(0, 22), `${signature}A`])
      expect(secrets.verify('image', 'a picture', wrong)).toBe(false)
  })
})
