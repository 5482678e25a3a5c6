import type { Look } from '@portraitkit/core/provider/look.ts'
import type { Theme } from '../src/theme/readyThemes.ts'
import { elementOf, type ListedOption } from './elements.ts'
import { readTheme, themeOf } from './theme.ts'

/** What somebody tries: an element with its options, in a language and a look, on a page with its own CSS. */
export type Trial = {
  tag: string
  /** By attribute; a flag that is set is an empty text. */
  attributes: Readonly<Record<string, string>>
  /** Empty for the visitor's own language. */
  lang: string
  theme: Theme
  css: string
}

export const newTrial = (own: Look): Trial => ({
  tag: 'pk-shop',
  attributes: {},
  lang: '',
  theme: themeOf(own),
  css: '',
})

/** Those attributes of a trial that its element has, and that are valid. */
export function attributesOf({ tag, attributes }: Trial): [ListedOption, string][] {
  return elementOf(tag).options.flatMap((option) => {
    const value = attributes[option.attribute]
    return value !== undefined && isValid(option, value) ? [[option, value] as [ListedOption, string]] : []
  })
}

/** Whether an attribute has a value that its element takes. */
export function isValid({ kind, words }: ListedOption, value: string): boolean {
  if (kind === 'flag') return true
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value))
  if (kind === 'json') return isJson(value)
  return value !== '' && (!words || words.includes(value))
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const keyOf = (provider: string) => `pk-theme-editor ${provider}`

/** What was tried on an earlier visit; nothing if the browser has stored none. */
export function storedTrial(provider: string, own: Look): Trial | undefined {
  try {
    const { theme, ...stored } = JSON.parse(localStorage.getItem(keyOf(provider)) ?? '')
    const read = readTheme(JSON.stringify(theme), own)
    if (!('theme' in read)) return undefined
    const trial: Trial = { ...newTrial(own), ...stored, theme: read.theme }
    // a version of the shop may have had other elements
    return { ...trial, tag: elementOf(trial.tag).tag }
  } catch {
    return undefined
  }
}

export function storeTrial(provider: string, trial: Trial): void {
  try {
    localStorage.setItem(keyOf(provider), JSON.stringify(trial))
  } catch {
    // It can still be copied from the page.
  }
}
