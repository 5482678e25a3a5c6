import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Signs and seals with keys derived from the one secret, one key per purpose, so that a signature for one purpose is useless for
 * another.
 */
export type Secrets = {
  /** HMAC-SHA256, base64url. */
  sign(purpose: string, text: string): string
  /** Compares in constant time. */
  verify(purpose: string, text: string, signature: string): boolean
  /** Encrypts for storage (AES-256-GCM). */
  seal(purpose: string, text: string): string
  /** Throws if the sealed text was changed or sealed for another purpose. */
  open(purpose: string, sealed: string): string
}

export function createSecrets(secret: string): Secrets {
  const keys = new Map<string, Buffer>()
  function keyFor(purpose: string): Buffer {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secret, 'portraitkit', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const sign = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
  return {
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
    seal(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
