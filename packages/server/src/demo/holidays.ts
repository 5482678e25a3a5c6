import type { Provider } from '../platform/provider/document.ts'

/** The public holidays of the two countries, for all years of the demo world's calendars. */

type Holiday = NonNullable<Provider['holidays']>[number]
type Names = Holiday['names']

const YEARS = Array.from({ length: 14 }, (_, index) => 2025 + index)
const DAY_MS = 86_400_000

const names = (en: string, es: string, de: string): Names => ({ en, es, de })
const nordic = (nb: string, sv: string, da: string, en: string): Names => ({ nb, sv, da, en })

/** Federal holidays of the United States that school children know. */
export function americanHolidays(): Holiday[] {
  return YEARS.flatMap((year) => [
    on(year, 1, 1, names('New Year’s Day', 'Año Nuevo', 'Neujahr')),
    at(nth(year, 1, 1, 3), names('Martin Luther King Day', 'Día de M. L. King', 'Martin-Luther-King-Tag')),
    at(nth(year, 2, 1, 3), names('Presidents’ Day', 'Día de los Presidentes', 'Presidents’ Day')),
    at(nth(year, 6, 1, 1) - 7 * DAY_MS, names('Memorial Day', 'Día de los Caídos', 'Memorial Day')),
    on(year, 6, 19, names('Juneteenth', 'Juneteenth', 'Juneteenth')),
    on(year, 7, 4, names('Independence Day', 'Día de la Independencia', 'Unabhängigkeitstag')),
    at(nth(year, 9, 1, 1), names('Labor Day', 'Día del Trabajo', 'Labor Day')),
    on(year, 11, 11, names('Veterans Day', 'Día de los Veteranos', 'Veterans Day')),
    at(nth(year, 11, 4, 4), names('Thanksgiving', 'Acción de Gracias', 'Thanksgiving')),
    on(year, 12, 25, names('Christmas Day', 'Navidad', 'Weihnachten')),
  ])
}

/** The public holidays of Norway. */
export function norwegianHolidays(): Holiday[] {
  return YEARS.flatMap((year) => {
    const easter = easterOf(year)
    const after = (days: number, texts: Names) => at(easter + days * DAY_MS, texts)
    return [
      on(year, 1, 1, nordic('1. nyttårsdag', 'Nyårsdagen', 'Nytårsdag', 'New Year’s Day')),
      after(-3, nordic('Skjærtorsdag', 'Skärtorsdagen', 'Skærtorsdag', 'Maundy Thursday')),
      after(-2, nordic('Langfredag', 'Långfredagen', 'Langfredag', 'Good Friday')),
      after(0, nordic('1. påskedag', 'Påskdagen', 'Påskedag', 'Easter Day')),
      after(1, nordic('2. påskedag', 'Annandag påsk', '2. påskedag', 'Easter Monday')),
      on(year, 5, 1, nordic('Arbeidernes dag', 'Första maj', '1. maj', 'Labour Day')),
      on(year, 5, 17, nordic('Grunnlovsdagen', 'Norges nationaldag', 'Norges nationaldag', 'Constitution Day')),
      after(39, nordic('Kristi himmelfart', 'Kristi himmelsfärd', 'Kristi himmelfart', 'Ascension Day')),
      after(49, nordic('1. pinsedag', 'Pingstdagen', 'Pinsedag', 'Whit Sunday')),
      after(50, nordic('2. pinsedag', 'Annandag pingst', '2. pinsedag', 'Whit Monday')),
      on(year, 12, 25, nordic('1. juledag', 'Juldagen', '1. juledag', 'Christmas Day')),
      on(year, 12, 26, nordic('2. juledag', 'Annandag jul', '2. juledag', 'Boxing Day')),
    ]
  })
}

function on(year: number, month: number, day: number, texts: Names): Holiday {
  return at(Date.UTC(year, month - 1, day), texts)
}

function at(time: number, texts: Names): Holiday {
  return { date: new Date(time).toISOString().slice(0, 10), names: texts }
}

/** The nth of a weekday in a month; 0 is Sunday. */
function nth(year: number, month: number, weekday: number, count: number): number {
  const first = Date.UTC(year, month - 1, 1)
  const days = (weekday - new Date(first).getUTCDay() + 7) % 7
  return first + (days + (count - 1) * 7) * DAY_MS
}

/** Easter Sunday of the Gregorian calendar, after Meeus. */
function easterOf(year: number): number {
  const a = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const g = Math.floor((8 * century + 13) / 25)
  const moon = (19 * a + century - Math.floor(century / 4) - g + 15) % 30
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const m = Math.floor((a + 11 * moon + 22 * week) / 451)
  const days = moon + week - 7 * m + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}
