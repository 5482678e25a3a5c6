import { createHash } from 'node:crypto'
import { CODE_ALPHABET, CODE_MAX_LENGTH, normaliseCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'

/**
 * The characters of a token: longer than any code, so that neither is ever taken for the other, and 162 bits. It is written like a
 * code, so that it passes everything that a code passes on its way from a link.
 */
const LENGTH = CODE_MAX_LENGTH + 4

/**
 * The token of a share's link. It is derived from the server's secret, so that the same link can be mailed again although only
 * its hash is stored.
 */
export function makeShareToken(app: Pick<App, 'secrets'>, provider: string, uuid: string): string {
  let rest = BigInt(`0x${Buffer.from(app.secrets.sign('share', `${provider} ${uuid}`), 'base64url').toString('hex')}`)
  const base = BigInt(CODE_ALPHABET.length)
  return Array.from({ length: LENGTH }, () => {
    const character = CODE_ALPHABET[Number(rest % base)]
    rest /= base
    return character
  }).join('')
}

/** Whether a typed or linked code has the form of a share's token. */
export function isShareToken(code: string): boolean {
  return normaliseCode(code).length === LENGTH
}

/** The stored form of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(normaliseCode(token)).digest('base64url')
}
