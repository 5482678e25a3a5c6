import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Whether a text is an ECDSA P-256 public key, SPKI, base64url. */
export function isPublicKey(text: string): boolean {
  if (text.length > 200) return false
  try {
    const key = readKey(text)
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    // Whatever the reason, it is not a key.
    return false
  }
}

/** Whether a signature of WebCrypto (ECDSA, SHA-256, r followed by s, base64url) over a text is this key's. */
export function isSignature(publicKey: string, text: string, signature: string): boolean {
  return verify(
    'sha256',
    Buffer.from(text),
    { key: readKey(publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

function readKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })
}
