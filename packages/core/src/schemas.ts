import * as z from 'zod/mini'
import { inputFaults } from './inputFaults.ts'

/** Schemas that many contracts share: ids, amounts, texts. */
export const uuid = () =>
  z
    .string()
    .check(
      z.stringFormat(
        'uuid',
        /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
        inputFaults.uuid.message,
      ),
    )
/** An amount in minor units; may be negative on a discount line. */
export const money = () => z.int()
/** UTC, ISO 8601. */
export const time = () => z.iso.datetime()
/** A language tag such as `en` or `nb`. */
export const language = () => z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, 'Not a language'))
/** A text in each language that the provider offers, by language tag. */
export const perLanguage = () => z.record(z.string(), z.string())
/** A version as written in an address. */
export const versionText = () => z.string().check(z.regex(/^\d{1,9}$/, 'Not a version'))
export const nothing = () => z.object({})

/** The text in the given language, otherwise in English, otherwise the first one. */
export function inLanguage(texts: Readonly<Record<string, string>>, language: string): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? ''
}
