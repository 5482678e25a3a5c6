import { createHash } from 'node:crypto'

/** What a card's QR code says: the job's part and the card's number. It contains no name and no access code. */
export type CardText = { job: string; number: number }

const PREFIX = 'PK'
/** Digits and capitals without I, L, O and U: a code of them is smaller than one of any text, and they are not misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS = 5
/** Characters of the job, of the number and of the check: 16 with the prefix, as many as the smallest QR code holds. */
const LENGTH = { job: 6, number: 4, check: 4 }

/** A job has no more cards. */
export const MAX_CARD_NUMBER = 2 ** (BITS * LENGTH.number) - 1

/** The part of a card that identifies its shop and job. */
export function cardJob(provider: string, jobUuid: string): string {
  return digest(`${provider} ${jobUuid}`, LENGTH.job)
}

/** The text of a card's QR code. */
export function cardText({ job, number }: CardText): string {
  const body = PREFIX + job + encode(number, LENGTH.number)
  return body + digest(body, LENGTH.check)
}

/** Reads the text of a QR code; null if it is not a card's, or a damaged one's. */
export function readCardText(text: string): CardText | null {
  const [, body = '', job = '', number = '', check] =
    text.match(/^((?:PK)([0-9A-Z]{6})([0-9A-Z]{4}))([0-9A-Z]{4})$/) ?? []
  if (check === undefined || digest(body, LENGTH.check) !== check) return null
  return { job, number: decode(number) }
}

function digest(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  return Array.from({ length }, (_, at) => DIGITS[(bytes[at] as number) % DIGITS.length]).join('')
}

function encode(number: number, length: number): string {
  return Array.from({ length }, (_, at) => DIGITS[(number >> (BITS * (length - 1 - at))) % DIGITS.length]).join('')
}

function decode(text: string): number {
  return [...text].reduce((number, digit) => number * DIGITS.length + DIGITS.indexOf(digit), 0)
}
