import { normaliseHeader } from './headerForm.ts'
import { AGREEMENTS, PHOTO_WORDS, PICTURES } from './photoWords.ts'
import { coresOf, phrasesOf, withoutPhrases } from './phrases.ts'
import { answerOf } from './restrictions.ts'
import { cacheTexts } from './textCache.ts'

const CONSENTS = phrasesOf(Object.values(PHOTO_WORDS).map(({ consent }) => consent))
const REFUSALS = phrasesOf(Object.values(PHOTO_WORDS).map(({ refusal }) => refusal))
const CORES = coresOf([...CONSENTS, ...REFUSALS])
const BOTH = [PICTURES, AGREEMENTS].map((list) => phrasesOf([list]))

type PhotoMeaning = 'consent' | 'refusal'

export type PhotoColumns = {
  /** A no says that the child must not be photographed, or its pictures not used. */
  consents: readonly number[]
  /** A yes says so. */
  refusals: readonly number[]
}

function photoMeaning(text: string): PhotoMeaning | null {
  const normal = normaliseHeader(text)
  if (!CORES.some((core) => normal.includes(core))) return null
  const tokens = normal.split(' ')
  if (withoutPhrases(tokens, REFUSALS).length < tokens.length) return 'refusal'
  return withoutPhrases(tokens, CONSENTS).length < tokens.length ? 'consent' : null
}

function headerMeaning(header: string): PhotoMeaning | null {
  const tokens = normaliseHeader(header).split(' ')
  const hasBoth = BOTH.every((words) => withoutPhrases(tokens, words).length < tokens.length)
  return photoMeaning(header) ?? (hasBoth ? 'consent' : null)
}

/** The columns about photographs, those left out that are `ignored`. */
export function photoColumnsOf(headers: readonly string[], ignored: (at: number) => boolean): PhotoColumns {
  const meanings = headers.map((header, at) => (ignored(at) ? null : headerMeaning(header)))
  const those = (meaning: string) => meanings.flatMap((each, at) => (each === meaning ? [at] : []))
  return { consents: those('consent'), refusals: those('refusal') }
}

export type PhotoReader = (columns: PhotoColumns, cells: readonly string[], plain: ReadonlySet<number>) => number | null

/**
 * Finds the column of a line in which a family does not certainly agree that its child is photographed, or in which a note refuses it; null if none does.
 * `plain` are the columns without sentences.
 */
export function createPhotoReader(): PhotoReader {
  const meaningOf = cacheTexts(photoMeaning)
  return ({ consents, refusals }, cells, plain) => {
    const isOtherThan = (at: number, agreed: 'yes' | 'no') => {
      const cell = cells[at]?.trim() ?? ''
      return cell !== '' && answerOf(cell) !== agreed
    }
    const isNote = (cell: string, at: number) => cell.length >= 4 && !plain.has(at)
    const note = cells.findIndex((cell, at) => isNote(cell, at) && meaningOf(cell) === 'refusal')
    return (
      consents.find((at) => isOtherThan(at, 'yes')) ??
      refusals.find((at) => isOtherThan(at, 'no')) ??
      (note < 0 ? null : note)
    )
  }
}
