import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { argumentsIn, type Choices, isOfOneNumber, isPlural, numbersOf } from './icu.ts'

/** A text as it is written, and its parts. */
export type Wording = { text: string; parts: CompiledMessage }

/** What the words of a translation have that the English ones have not, or the other way round: numbers, markup, letters and spaces. */
export function wordingFaults(language: string, english: Wording, translation: Wording): string[] {
  return [
    ...numberFaults(language, english.parts, translation.parts),
    ...markupFaults(english.text, translation.text),
    ...scriptFaults(language, english.text, translation.text),
    ...spaceFaults(english, translation),
  ]
}

const listed = (texts: Iterable<string>) => [...texts].sort().join(', ') || 'none'

function numberFaults(language: string, english: CompiledMessage, translation: CompiledMessage): string[] {
  const known = argumentsIn(english)
  const isKnown = (name: string, form: string) =>
    known.some((each) => each.name === name && each.type === 'select' && form in each.choices)
  const [expected, found] = [numbersIn('en', english), numbersIn(language, translation, isKnown)]
  if (listed(expected.some) !== listed(found.some))
    return [`its numbers are ${listed(found.some)} instead of ${listed(expected.some)}`]
  const isPlain = ![...known, ...argumentsIn(translation)].some(({ choices }) => Object.keys(choices).length > 0)
  const [counted, given] = [english, translation].map((parts) => listed(allNumbers(parts)))
  if (isPlain && counted !== given) return [`its numbers are ${given} instead of ${counted}`]
  return [...expected.every].filter((each) => !found.every.has(each)).map((each) => `${each} is not said in every form`)
}

/** The numbers that a text says in words of its own: in some form of it, and whatever its values are. */
type Numbers = { some: Set<string>; every: Set<string> }

/** @param isKnown leaves out the forms of a selection that only this language has, such as a country */
function numbersIn(language: string, parts: CompiledMessage, isKnown: IsKnown = () => true): Numbers {
  const all: Numbers = { some: new Set(), every: new Set() }
  for (const part of Array.isArray(parts) ? parts : [parts]) {
    const own = Array.isArray(part) ? numbersOfForms(language, part as Selection, isKnown) : numbersOfWords(part)
    all.some = all.some.union(own.some)
    all.every = all.every.union(own.every)
  }
  return all
}

type IsKnown = (name: string, form: string) => boolean
type Selection = [name: string, type?: string, choices?: Choices]

function numbersOfForms(language: string, [name, type, choices]: Selection, isKnown: IsKnown): Numbers {
  if (!choices || typeof choices !== 'object') return { some: new Set(), every: new Set() }
  const forms = Object.entries(choices).filter(
    ([form]) => form !== 'offset' && (type !== 'select' || isKnown(name, form)),
  )
  const each = forms.map(([form, parts]) => {
    const { some, every } = numbersIn(language, parts, isKnown)
    // “1 day” is “a day”, if the form stands for nothing but 1
    if (isPlural(type) && isOfOneNumber(language, type, form)) some.delete(onlyNumber(language, type, form))
    return { some, every }
  })
  return {
    some: each.reduce((all, { some }) => all.union(some), new Set<string>()),
    every: each.map(({ every }) => every).reduce((all, every) => all.intersection(every), each[0]?.every ?? new Set()),
  }
}

const onlyNumber = (language: string, type: string | undefined, form: string) =>
  /^=?(\d+)$/.exec(form)?.[1] ?? String(numbersOf(language, type).indexOf(form))

/** The numbers of a text without forms, each as often as it is said. */
const allNumbers = (parts: CompiledMessage): string[] =>
  (Array.isArray(parts) ? parts : [parts]).flatMap((part) => (typeof part === 'string' ? numbersOfText(part) : []))

/** 1,500 and 1 500 and 1.500 are one number, so are 2.5 and 2,5, and 12:00 and 12.00. */
function numbersOfText(text: string): string[] {
  const ungrouped = text
    .replace(MARKUP, '')
    .replace(/(?<![\d.,:])\d{1,3}(?:[.,'’\s]\d{3})+(?!\d)/g, (group) => group.replace(/\D/g, ''))
  return ungrouped.replace(/(?<=\d)[,:](?=\d)/g, '.').match(/\d+(?:\.\d+)*/g) ?? []
}

function numbersOfWords(words: unknown): Numbers {
  const found = new Set(typeof words === 'string' ? numbersOfText(words) : [])
  return { some: found, every: found }
}

/** Tags, of HTML or of lingui (`<0>terms</0>`), and entities. */
const MARKUP = /<\/?[a-z\d][^<>]*>|&(?:#x?[\da-f]+|[a-z]\w*);/gi

function markupFaults(english: string, translation: string): string[] {
  // of a text with forms, a language may have more of them
  const hasForms = /, *(?:plural|select|selectordinal) *,/.test(english)
  const [expected, found] = [english, translation].map((text) => {
    const all: string[] = text.match(MARKUP) ?? []
    return listed(hasForms ? new Set(all) : all)
  })
  if (expected !== found) return [`its markup is ${found} instead of ${expected}`]
  const [empty] = /<(\w+)>\s*<\/\1>/.exec(translation) ?? []
  if (empty !== undefined) return [`its markup ${empty} has nothing in it`]
  return isClosed(translation) || !isClosed(english) ? [] : ['its markup is not closed where it opened']
}

/** Whether each tag is closed before those around it. */
function isClosed(text: string): boolean {
  const open: string[] = []
  for (const [, slash, name = '', rest = ''] of text.matchAll(/<(\/?)([a-z\d]+)([^<>]*)>/gi)) {
    if (slash && open.pop() !== name) return false
    if (!slash && !rest.endsWith('/')) open.push(name)
  }
  return open.length === 0
}

/** Scripts with letters that look alike. */
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** A letter that only looks right is not found by a search, and is read out as another. */
function scriptFaults(language: string, english: string, translation: string): string[] {
  const own = SCRIPTS[['Latn', 'Cyrl', 'Grek'].indexOf(new Intl.Locale(language).maximize().script ?? '')]
  const isLatin = own === SCRIPTS[0]
  const words = new Set(translation.match(/[\p{L}\p{M}]+/gu))
  return [...words].flatMap((word) => {
    const others = SCRIPTS.filter((script) => script !== own && script.test(word))
    // a whole word of another script, such as PDF, is at home in every language that is not written in Latin letters
    const allowed = isLatin || own?.test(word) ? 0 : 1
    if (others.length <= allowed || english.includes(word)) return []
    const letters = [...word].filter((letter) => others.some((script) => script.test(letter)))
    return [`“${word}” has letters of another script: ${[...new Set(letters)].join(' ')}`]
  })
}

/** Without its space, a form is written together with what follows it, often a value: “8 dni23:53:04”. */
function spaceFaults(english: Wording, translation: Wording): string[] {
  const known = argumentsIn(english.parts)
  const ofForms = argumentsIn(translation.parts).flatMap(({ name, choices }) => {
    const sources = known.filter((each) => each.name === name).flatMap((each) => formsOf(each.choices))
    return formsOf(choices).flatMap(([form, parts]) =>
      EDGES.flatMap((edge) =>
        differenceAt(
          edge,
          ` of the form ${form} of {${name}}`,
          parts,
          sources.map(([, source]) => source),
        ),
      ),
    )
  })
  return [...EDGES.flatMap((edge) => differenceAt(edge, '', [translation.text], [[english.text]])), ...ofForms]
}

/** Forms that say nothing have no edges. */
const formsOf = (choices: Choices) =>
  Object.entries(choices).filter(([, parts]) => Array.isArray(parts) && parts.length > 0)

const EDGES = ['beginning', 'end'] as const
type Edge = (typeof EDGES)[number]

function differenceAt(
  edge: Edge,
  where: string,
  parts: CompiledMessage,
  sources: readonly CompiledMessage[],
): string[] {
  const found = spaceAt(edge, parts)
  const expected = [...new Set(sources.map((source) => spaceAt(edge, source)))]
  if (expected.length === 0 || expected.includes(found)) return []
  return [
    `the space at ${where ? `the ${edge}${where}` : `its ${edge}`} is “${found}” instead of ${expected.map((each) => `“${each}”`).join(' or ')}`,
  ]
}

/** A space that does not break is a space. */
function spaceAt(edge: Edge, parts: CompiledMessage): string {
  const part = Array.isArray(parts) ? parts.at(edge === 'end' ? -1 : 0) : parts
  const [space = ''] = (typeof part === 'string' && (edge === 'end' ? /\s*$/ : /^\s*/).exec(part)) || []
  return space.replace(/[^\S\n]/g, ' ').replaceAll('\n', '\\n')
}
