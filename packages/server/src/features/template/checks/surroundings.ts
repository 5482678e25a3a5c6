import type { CalendarWords } from '@portraitkit/core/template/calendarWords.ts'
import type { ReadAsset } from '../assets.ts'
import type { ProductFormat } from './checkProduct.ts'

/** The context of a template's checks, in addition to its own format. */
export type TemplateSurroundings = {
  /** Languages required for names and texts. */
  languages: readonly string[]
  /** Every language of the provider: the words of a calendar must fit in each. */
  spoken: readonly string[]
  /** The words of the provider's calendars in a language. */
  calendar: (language: string) => CalendarWords
  thisYear: number
  /** Reads the files next to the template; if omitted, there are none. */
  readAsset?: ReadAsset | undefined
  /** Looks up a product; null if there is none. Without it, products are not checked. */
  product?: (uuid: string) => Promise<ProductFormat | null>
  /** The languages of every shop; null if unknown. */
  spokenAnywhere?: readonly string[] | null
}
