import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { paperFonts } from '../../packages/server/src/imaging/paper/fonts.ts'
import {
  type Argument,
  argumentsIn,
  type Choices,
  compiled,
  isOfOneNumber,
  isPlural,
  literalsIn,
  numbersOf,
  repeatedForms,
  rulesOf,
} from './icu.ts'
import { wordingFaults } from './wording.ts'

/** A text in a language: English by its source, and what the catalogue says; `undefined` if it lacks it. */
export type Translation = { id: string; english: string; context?: string; translation?: string }

export const FOLDER = join(import.meta.dirname, '../../texts')

/** Every text of a catalogue. */
export function readCatalogue(language: string, folder = FOLDER): Translation[] {
  return parseCatalogue(language, readFileSync(join(folder, `${language}.po`), 'utf8'))
}

export function parseCatalogue(language: string, content: string): Translation[] {
  const context = { locale: language, sourceLocale: 'en', filename: `${language}.po` }
  return Object.entries(formatter().parse(content, context) as Record<string, PoMessage>).map(([id, one]) => ({
    id,
    english: one.message ?? '',
    ...(one.context ? { context: one.context } : {}),
    ...(one.translation ? { translation: one.translation } : {}),
  }))
}

type PoMessage = { message?: string; translation?: string; context?: string }

/** Translations of a catalogue that no text of the English one has: lingui would drop them, and with them what somebody mistyped. */
export function findUnknownTexts(
  language: string,
  texts: readonly Translation[],
  english: readonly Translation[],
): string[] {
  const known = new Set(english.map(({ id }) => id))
  return texts
    .filter(({ id, translation }) => translation !== undefined && !known.has(id))
    .map((text) => `texts/${language}.po: no text of the sources is “${text.english}”: correct its msgid, or remove it`)
}

/** The texts that a language says as English does. Not a fault: names, and words that both languages have. Texts of values alone do not count. */
export function findEnglishTexts(texts: readonly Translation[]): string[] {
  const hasWord = (text: string) => literalsIn(compiled(text) ?? []).some((literal) => /\p{L}/u.test(literal))
  return texts
    .filter(({ english, translation }) => translation === english && hasWord(english))
    .map(({ english }) => english)
}

/** The texts that a language lacks which docs/languages.md calls complete. */
export function findGaps(language: string, texts: readonly Translation[]): string[] {
  return texts
    .filter(({ translation }) => translation === undefined)
    .map(({ english }) => `texts/${language}.po lacks “${english}”`)
}

/** What is wrong with the texts of a language, in a sentence each. A missing one is not: it appears in English. */
export function findTextFaults(language: string, texts: readonly Translation[]): string[] {
  return texts.flatMap(({ english, translation }) =>
    translation === undefined
      ? []
      : faultsOf(language, english, translation).map((fault) => `texts/${language}.po: “${english}”: ${fault}`),
  )
}

function faultsOf(language: string, english: string, translation: string): string[] {
  const parts = compiled(translation)
  if (!parts) return ['it is not ICU']
  if (translation.trim() === '' && english.trim() !== '') return ['it is blank']
  if (language === 'en' && translation !== english) return ['English stands with the code, and is not edited here']
  const source = compiled(english) ?? []
  const [expected, found] = [valuesIn(source), valuesIn(parts)]
  const values = expected === found ? [] : [`its values are ${found || 'none'} instead of ${expected || 'none'}`]
  const plurals = pluralsIn(parts).flatMap((plural) => pluralFaults(language, plural))
  const own = alwaysSaid(language, parts)
  const lost = [...alwaysSaid('en', source)].filter((name) => !own.has(name))
  const unsaid = lost.map((name) => `{${name}} is not said in every form`)
  const signs = hasSign(parts) && !hasSign(source) ? ['a # outside a plural is printed as it is'] : []
  return [
    ...values,
    ...(values.length > 0 ? [] : unsaid),
    ...signs,
    ...repeatedForms(translation).map(({ name, form }) => `the form ${form} of {${name}} is there twice`),
    ...choiceFaults(source, parts),
    ...plurals,
    ...strayBraces(parts),
    ...wordingFaults(language, { text: english, parts: source }, { text: translation, parts }),
    ...unprintable(translation),
  ]
}

/** The values that a text says whatever they are. A plural form that is used for one number alone may say it in words. */
function alwaysSaid(language: string, parts: CompiledMessage, counted?: string): Set<string> {
  if (!Array.isArray(parts)) return new Set()
  const values = parts.flatMap((part): string[] => {
    if (part === '#' && counted) return [counted]
    if (!Array.isArray(part)) return []
    const [name, type, given] = part as [string, string?, unknown?]
    if (!given || typeof given !== 'object' || !('other' in given)) return [name]
    const { offset: _, ...choices } = given as Choices
    const forms = Object.entries(choices).map(([form, choice]) => {
      const inForm = alwaysSaid(language, choice, isPlural(type) ? name : counted)
      return isPlural(type) && isOfOneNumber(language, type, form) ? inForm.add(name) : inForm
    })
    return [...forms.reduce((all, form) => all.intersection(form))]
  })
  return new Set(values)
}

const hasSign = (parts: CompiledMessage) =>
  Array.isArray(parts) && parts.some((part) => typeof part === 'string' && part.includes('#'))

/** What a translation does with a value is what English does with it; only a plural may be said as a number alone, or the other way round. */
function choiceFaults(source: CompiledMessage, parts: CompiledMessage): string[] {
  const [own, english] = [argumentsIn(parts), argumentsIn(source)]
  const unknown = own.filter(({ name, type }) => {
    const types = english.filter((each) => each.name === name).map((each) => each.type)
    // a plural in place of an ordinal number says another word
    return type !== undefined && !types.includes(type) && (!isPlural(type) || types.some(isPlural))
  })
  const selections = own.filter(({ choices }) => Object.keys(choices).length > 0)
  return [
    ...unknown.map(({ name, type }) => `{${name}, ${type}} is not how the English text says it`),
    ...selections
      .filter(({ choices }) => !('other' in choices))
      .map(({ name }) => `{${name}} has no form for other values`),
    ...selections.flatMap(({ name, choices }) => exactFaults(name, choices, english)),
    ...own.flatMap(({ name, type, choices }) => (type === 'select' ? lostForms(name, choices, english) : [])),
  ]
}

/** A selection has every form of the English one, and can have more: of a country, say, that only this language knows. */
function lostForms(name: string, choices: Choices, english: readonly Argument[]): string[] {
  const forms = english.flatMap((each) =>
    each.name === name && each.type === 'select' ? Object.keys(each.choices) : [],
  )
  return [...new Set(forms)].filter((form) => !(form in choices)).map((form) => `{${name}} lacks the form ${form}`)
}

/** `=0 {…}` of the English text is not said by any plural form; a form is empty only where English has an empty one; nothing is counted down. */
function exactFaults(name: string, choices: Choices, english: readonly Argument[]): string[] {
  const sources = english.filter((each) => each.name === name).map((each) => each.choices)
  const exact = sources.flatMap((each) => Object.keys(each).filter((form) => /^=?\d+$/.test(form)))
  const isEmpty = (each: CompiledMessage | undefined) => Array.isArray(each) && each.length === 0
  const mayBeEmpty = sources.some((each) => Object.values(each).some(isEmpty))
  return [
    ...exact.filter((form) => !(form in choices)).map((form) => `{${name}} lacks the form =${form}`),
    ...(mayBeEmpty ? [] : Object.keys(choices).filter((form) => isEmpty(choices[form]))).map(
      (form) => `the form ${form} of {${name}} is empty`,
    ),
    ...(choices.offset ? [`{${name}} has an offset`] : []),
  ]
}

function strayBraces(parts: CompiledMessage): string[] {
  return literalsIn(parts).some((part) => /[{}]/.test(part)) ? ['a brace is not part of a value'] : []
}

const valuesIn = (parts: CompiledMessage) => [...new Set(argumentsIn(parts).map(({ name }) => name))].sort().join(', ')

const pluralsIn = (parts: CompiledMessage) => argumentsIn(parts).filter(({ type }) => isPlural(type))

/** A plural has each form that the language has for a whole number up to 200, and no form that it never has. */
function pluralFaults(language: string, { type, choices }: Argument): string[] {
  const forms = new Set(numbersOf(language, type))
  const known: readonly string[] = rulesOf(language, type).resolvedOptions().pluralCategories
  const given = Object.keys(choices).filter((form) => form !== 'offset' && !/^=?\d+$/.test(form))
  const lacking = [...forms].filter((form) => !given.includes(form))
  return [
    ...lacking.map((form) => `a plural lacks the form ${form}`),
    ...given.filter((form) => !known.includes(form)).map((form) => `${language} has no plural form ${form}`),
  ]
}

/** What a shop without fonts of its own prints with; every other shop falls back to it, letter by letter. */
const plain = paperFonts({ type: { body: 'sans-serif', heading: 'serif', headingWeight: 700 }, fonts: [] })

function unprintable(text: string): string[] {
  const stacks = [plain.body, plain.strong, plain.heading]
  const isPrintable = (letter: string) =>
    stacks.every((stack) => stack.some(({ has }) => has(letter.codePointAt(0) as number)))
  // spaces are printed, and what is invisible has a sentence of its own
  const letters = new Set(text.match(/[^ \u00a0\u202f\p{Cc}\p{Cf}]/gu))
  const invisible = text.match(/[\p{Cc}\p{Cf}]/u) ? ['it has an invisible character'] : []
  const unknown = [...letters].filter((letter) => NEVER_PRINTED.test(letter) || !isPrintable(letter))
  return [...invisible, ...unknown.map((letter) => `no font of the shop prints ${nameOf(letter)}`)]
}

/** Spaces that are wider or narrower, line separators, and signs without a meaning, even if a font draws them. */
const NEVER_PRINTED = /[\p{Z}\p{Co}\p{Cn}\p{Cs}]/u

const nameOf = (letter: string) =>
  NEVER_PRINTED.test(letter)
    ? `U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`
    : letter
