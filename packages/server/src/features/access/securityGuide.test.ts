import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIRMATION_DIGITS } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import { POSSIBLE_CODES } from '@portraitkit/core/jobs/codes.ts'
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_PICTURES,
  MAX_PIXELS,
  MAX_TOTAL_BYTES,
} from '@portraitkit/core/uploads/limits.ts'
import { describe, expect, it } from 'vitest'
import { FLOW_MS } from '../../platform/http/entryFlow.ts'
import { mailKinds } from '../../platform/mail/mailKinds.ts'
import { ADDRESS_KEY_MS } from '../account/address/addressKeys.ts'
import { CODE_MS, CODE_TRIES } from '../account/confirmation/confirmationCodes.ts'
import { RESET_KEY_MS } from '../account/password/resetKeys.ts'
import { hashPassword } from '../account/passwordHash.ts'
import { ACCESS_MS, CONFIRMED_MS, SESSION_MS } from '../account/sessions/sessions.ts'
import { GUESSING, yearsOfGuessing } from './codeStrength.ts'

// Compares the statements of docs/guide/security.md with the code.

const sources = join(import.meta.dirname, '../..')
const guide = readFileSync(join(sources, '../../../docs/guide/security.md'), 'utf8').replace(/\s+/g, ' ')
const english = (number: number) => number.toLocaleString('en')
const MINUTE_MS = 60_000

describe('the guide to security', () => {
  it.each([100, GUESSING.addresses])('computes the years until a hit from %s addresses, at least 100', (from) => {
    const years = Math.round(yearsOfGuessing(POSSIBLE_CODES, 1000, from))
    expect(years).toBeGreaterThanOrEqual(100)
    expect(guide).toContain(`| ${english(from)} | ${english(from * GUESSING.wrongCodesPerHour)} | ${english(years)} |`)
  })

  it('states how passwords are stored', async () => {
    const [, memory, passes, lanes, salt = '', hash = ''] =
      (await hashPassword('a password')).match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$(\S+)\$(\S+)$/) ?? []
    const bytes = (text: string) => Buffer.from(text, 'base64').length
    expect(guide).toContain(
      `${english(Number(memory))} KiB of memory, ${passes} passes, ${lanes} lane, a salt of ${bytes(salt)} bytes and a hash of ${bytes(hash)}`,
    )
  })

  it('states how long sessions, tokens, keys and entered codes are valid', () => {
    expect(guide).toContain(`after ${SESSION_MS / (24 * 60 * MINUTE_MS)} days without use`)
    expect(guide).toContain(`access tokens are valid for ${ACCESS_MS / MINUTE_MS} minutes`)
    expect([RESET_KEY_MS, guide.includes('it works once, for one hour')]).toEqual([60 * MINUTE_MS, true])
    expect([ADDRESS_KEY_MS, guide.includes('works once, for 7 days, for the address')]).toEqual([
      7 * 24 * 60 * MINUTE_MS,
      true,
    ])
    expect(guide).toContain(`need a sign-in within the last ${CONFIRMED_MS / MINUTE_MS} minutes`)
    expect(guide).toContain(`The code has six digits. It works once, for ${CODE_MS / MINUTE_MS} minutes`)
    expect([CONFIRMATION_DIGITS, CODE_TRIES, guide.includes('ends with the fifth wrong try')]).toEqual([6, 5, true])
    expect(guide).toContain(`is valid for ${FLOW_MS / MINUTE_MS} minutes to sign in`)
  })

  it('lists every kind of email, and which have no pictures', () => {
    const rows = [...guide.matchAll(/\| ((?:`\w+`(?:, )?)+): [^|]+ \| [^|]+ \| ([^|]+) \|/g)]
    const stated = rows.flatMap(([, kinds = '', rule]) =>
      [...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => [kind, rule === 'none'] as const),
    )
    const rules = Object.entries(mailKinds).map(([kind, { pictures }]) => [kind, pictures === 'nobody'] as const)
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(rules))
  })

  it('states which files customers may upload', () => {
    const [megabytes, megapixels] = [MAX_FILE_BYTES / 1e6, MAX_PIXELS / 1e6]
    expect(guide).toContain(`JPEG, PNG and WebP of at most ${megabytes} MB and ${megapixels} megapixels each`)
    expect(guide).toContain(`${MAX_FILES} in a request, ${MAX_PICTURES} and ${MAX_TOTAL_BYTES / 1e9} GB for an account`)
  })

  it('lists every purpose for which a key is derived from the secret', () => {
    const [, table = ''] = guide.match(/\| signatures, 256 bits \|(.*?)\| passwords \|/) ?? []
    const listed = [...table.matchAll(/`([^`]+)`/g)].map(([, purpose]) => purpose)
    expect(listed.sort()).toEqual([...new Set(purposes())].sort())
  })

  it('lists every limit', () => {
    const stated = [
      ...guide.matchAll(/\| `([\w-]+)` \| [^|]+ \| [^|]+ \| ([\d,]+) in (1[05] minutes|an hour|a day)(, [^|]+)? \|/g),
    ]
    expect(
      Object.fromEntries(stated.map(([, kind, limit, time, more]) => [kind, `${limit} in ${time}${more ?? ''}`])),
    ).toEqual(Object.fromEntries(limits()))
  })
})

const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(sources, file), 'utf8'))

/** Every purpose in the sources for which something is signed or sealed, without what is different for each provider. */
function purposes(): string[] {
  return texts.flatMap((source) =>
    [...source.matchAll(/\bsecrets\.(?:sign|verify|seal|open)\(\s*(?:'([^']+)'|`\$\{(\w+)\}|(\w+))/g)].map(
      ([, literal, constant, name]) => literal ?? purposeNamed(source, constant ?? name ?? ''),
    ),
  )
}

function purposeNamed(source: string, name: string): string {
  const [, purpose] = source.match(new RegExp(`const ${name} = (?:\\([^)]*\\) => )?['\`]([^'\`$]+)`)) ?? []
  if (!purpose) throw new Error(`${name} is unknown`)
  return purpose.trim()
}

/** Every limit in the sources: its kind, and how the guide writes it. */
function limits(): Array<[string, string]> {
  return texts.flatMap((source) => {
    const found = source.matchAll(
      /kind: '([\w-]+)',\s*limit: ([^,]+),\s*windowMs: ([^,}]+?)(,\s*slowMs[^}]*)?(?:,\s*earns: (\d+))?\s*,?\s*\}/g,
    )
    return [...found].map(([, kind = '', limit = '', time = '', slow, earns]): [string, string] => {
      const window = new Map([
        [10, '10 minutes'],
        [15, '15 minutes'],
        [60, 'an hour'],
        [24 * 60, 'a day'],
      ]).get(product(source, time) / MINUTE_MS)
      const more = earns ? `, up to ${earns} more in addition to right ones` : slow ? ', then slow' : ''
      return [kind, `${english(product(source, limit))} in ${window}${more}`]
    })
  })
}

/** Evaluates a product of numbers, of constants in the same file and of those in the code strength calculation. */
function product(source: string, written: string): number {
  return written.split('*').reduce((value, factor) => value * numberOf(source, factor.trim()), 1)
}

function numberOf(source: string, name: string): number {
  if (/^[\d_]+$/.test(name)) return Number(name.replaceAll('_', ''))
  const guessing = name.match(/^GUESSING\.(\w+)$/)?.[1]
  if (guessing) return GUESSING[guessing as keyof typeof GUESSING]
  const constant = source.match(new RegExp(`const ${name} = ([^\\n]+)`))?.[1]
  if (!constant) throw new Error(`Cannot find ${name}`)
  return product(source, constant)
}
