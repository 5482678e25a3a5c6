import { language } from '@portraitkit/core/schemas.ts'
import { hasInvisibleCharacters, MAX_TEXT_LENGTH } from '@portraitkit/core/template/cleanText.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { TemplateProblem } from './templateProblem.ts'

const MAX_NAME_LENGTH = 100
/** More than any shop offers. */
export const MAX_LANGUAGES = 100
const CONTROL = /\p{Cc}/u

/** The texts of a template in each language, with their place. A name has to fit one line of a list, a tab or a receipt. */
type PlacedTexts = { path: string; texts: Readonly<Record<string, string>>; isName: boolean }

/** Unreadable names and texts of a template: invalid language tags, invisible characters, excessive length. */
export function checkWords(definition: TemplateDefinition): TemplateProblem[] {
  return placedTextsOf(definition).flatMap((words) => {
    const { path, texts } = words
    const inAll = Object.entries(texts)
    if (inAll.length > MAX_LANGUAGES) return [{ path, reason: `There are more than ${MAX_LANGUAGES} languages` }]
    return inAll.flatMap(([tag, text]) => checkWord(words, tag, text))
  })
}

function checkWord({ path, isName }: PlacedTexts, tag: string, text: string): TemplateProblem[] {
  const at = `${path}.${tag}`
  const maxLength = isName ? MAX_NAME_LENGTH : MAX_TEXT_LENGTH
  return [
    ...(language().safeParse(tag).success ? [] : [{ path: at, reason: 'Not a language' }]),
    ...(isName && text.trim() === '' ? [{ path: at, reason: 'It is empty' }] : []),
    ...(text.length > maxLength ? [{ path: at, reason: `It is longer than ${maxLength} characters` }] : []),
    ...(hasInvisibleCharacters(text) || (isName && CONTROL.test(text))
      ? [{ path: at, reason: 'It contains invisible characters' }]
      : []),
  ]
}

/** The languages of a template, each with its first occurrence. */
export function languagesOf(definition: TemplateDefinition): Map<string, string> {
  const places = new Map<string, string>()
  for (const { path, texts } of placedTextsOf(definition)) {
    for (const tag of Object.keys(texts)) if (!places.has(tag)) places.set(tag, `${path}.${tag}`)
  }
  return places
}

/** All texts of a template, with their place. */
export function placedTextsOf({ names, parts, gift }: TemplateDefinition): PlacedTexts[] {
  const ofParts = parts.flatMap(({ descriptions, layers }, part) => [
    { path: `parts.${part}.descriptions`, texts: descriptions, isName: true },
    ...layers.flatMap((layer, index): PlacedTexts[] => {
      const path = `parts.${part}.layers.${index}`
      const named = 'names' in layer && layer.names ? [{ path: `${path}.names`, texts: layer.names, isName: true }] : []
      return layer.kind === 'text' ? [...named, { path: `${path}.texts`, texts: layer.texts, isName: false }] : named
    }),
  ])
  const ofViews = (gift?.views ?? []).flatMap(({ names: texts }, index) =>
    texts ? [{ path: `gift.views.${index}.names`, texts, isName: true }] : [],
  )
  return [{ path: 'names', texts: names, isName: true }, ...ofParts, ...ofViews]
}
