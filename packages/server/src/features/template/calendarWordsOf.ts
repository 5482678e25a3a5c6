import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { CalendarWords } from '@portraitkit/core/template/calendarWords.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { needsCalendar } from '@portraitkit/core/template/year.ts'
import type { Provider } from '../../platform/provider/document.ts'

/** A Sunday and the six days after it. */
const SUNDAY = Date.UTC(2023, 0, 1)
const DAY_MS = 86_400_000

/**
 * The words of a provider's calendars in a language: names of months and weekdays, the week rules of the provider's country, and
 * its holidays. Undefined for a template without a calendar.
 */
export function calendarFor(
  definition: TemplateDefinition,
  provider: Pick<Provider, 'country' | 'holidays'>,
  language: string,
): CalendarWords | undefined {
  const isCalendar = definition.parts.some(({ layers }) => layers.some(needsCalendar))
  return isCalendar ? calendarWordsOf(provider, language) : undefined
}

export function calendarWordsOf(
  { country, holidays = [] }: Pick<Provider, 'country' | 'holidays'>,
  language: string,
): CalendarWords {
  const { months, weekdays } = namesIn(language)
  return {
    months,
    weekdays,
    ...weekRule(country),
    holidays: holidays
      .map(({ date, names }) => ({ date, name: inLanguage(names, language) }))
      .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
  }
}

/** On a wall calendar, words begin with a capital, and weekdays need no full stop. */
function namesIn(language: string): Pick<CalendarWords, 'months' | 'weekdays'> {
  // Making a format takes a hundred times as long as using it.
  const names = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return (time: number) => capitalised(format.format(time), language)
  }
  const month = names({ month: 'long' })
  const [narrow, short, long] = [names({ weekday: 'narrow' }), names({ weekday: 'short' }), names({ weekday: 'long' })]
  return {
    months: Array.from({ length: 12 }, (_, index) => month(Date.UTC(2023, index, 1))),
    weekdays: Array.from({ length: 7 }, (_, day) => {
      const time = SUNDAY + day * DAY_MS
      // of Polish Sunday three letters would be the word for no
      return { narrow: narrow(time), short: short(time).slice(0, 5), long: long(time) }
    }),
  }
}

function capitalised(text: string, language: string): string {
  const word = text.replace(/\.$/, '')
  return word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1)
}

type Rule = Pick<CalendarWords, 'weekStart' | 'firstWeekDays'>

/** Where weeks begin on Monday they are numbered by ISO 8601, elsewhere the week of January 1 is the first. */
function weekRule(country: string): Rule {
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getWeekInfo(): { firstDay: number } }
  const { firstDay } = locale.getWeekInfo()
  return { weekStart: firstDay % 7, firstWeekDays: firstDay === 1 ? 4 : 1 }
}
