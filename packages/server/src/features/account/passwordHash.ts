import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** A password as it is stored: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, so that the parameters may grow later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await argon2id(password, salt, MEMORY_KIB, PASSES, PARALLELISM, TAG_BYTES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${text(salt)}$${text(tag)}`
}

/**
 * Whether a password is the stored one. Without a stored one (`null`: nobody has this address) it takes as long and returns
 * false, so that the duration reveals nothing.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const parsed = parse(hash ?? (await hashOfNobody()))
  const tag = await argon2id(password, parsed.salt, parsed.memory, parsed.passes, parsed.parallelism, parsed.tag.length)
  return timingSafeEqual(tag, parsed.tag) && hash !== null
}

let dummyHash: Promise<string> | undefined

function hashOfNobody(): Promise<string> {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return dummyHash
}

type ParsedHash = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer }

function parse(stored: string): ParsedHash {
  const found = stored.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/)
  if (!found) throw new Error('A stored password is not in the expected form')
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

async function argon2id(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
): Promise<Buffer> {
  // Composed, so that an accented letter is the same password on every keyboard.
  const message = password.normalize('NFC')
  return await derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength })
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
