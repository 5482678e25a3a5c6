import { setParagraph } from '@portraitkit/core/template/breakLines.ts'
import type { TemplateDefinition, TextLayer } from '@portraitkit/core/template/definition.ts'
import { textStyleOf } from '@portraitkit/core/template/layOut.ts'
import { isDate } from '@portraitkit/core/template/year.ts'
import { isFamily, shaper } from '../fonts/fonts.ts'
import { placedLayers } from '../placedLayers.ts'
import { checkMonth, dateTexts, monthTextStyles, yearsToCheck } from './checkMonth.ts'
import { MAX_LANGUAGES } from './checkWords.ts'
import type { TemplateSurroundings } from './surroundings.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** More than any calendar has, even with small previous and next months on every page. */
const MAX_GRIDS = 500

/** Sets every grid once in every language and year. */
export async function checkMonths(
  definition: TemplateDefinition,
  { spoken, calendar, thisYear }: TemplateSurroundings,
): Promise<TemplateProblem[]> {
  const years = yearsToCheck(definition, thisYear)
  const placed = placedLayers(definition)
  if (placed.filter(({ layer }) => layer.kind === 'month').length > MAX_GRIDS) {
    return [{ path: 'parts', reason: `There are more than ${MAX_GRIDS} month grids` }]
  }
  const problems: TemplateProblem[] = []
  for (const { layer, path } of placed) {
    if (layer.kind !== 'month' || !monthTextStyles(layer).every(([, { family }]) => isFamily(family))) continue
    for (const language of spoken) {
      problems.push(...(await checkMonth(layer, path, { calendar: calendar(language), years })))
    }
  }
  return problems
}

/** Sets every text once in every language, as it will be shown. */
export async function checkTexts(
  definition: TemplateDefinition,
  { spoken, calendar, thisYear }: TemplateSurroundings,
): Promise<TemplateProblem[]> {
  const years = yearsToCheck(definition, thisYear)
  const texts = placedLayers(definition).flatMap(({ layer, path }) => {
    if (layer.kind !== 'text' || !isFamily(layer.family)) return []
    const dates = isDate(layer)
      ? spoken.flatMap((language) => dateTexts(layer, { calendar: calendar(language), years }))
      : []
    const own = Object.entries(layer.texts)
      .slice(0, MAX_LANGUAGES)
      .map(([language, text]) => [`${path}.texts.${language}`, text] as const)
    return [...own, ...dates.map((text) => [`${path}.fill`, text] as const)].map(([at, text]) => {
      return { layer, text: layer.uppercase ? text.toUpperCase() : text, path: at }
    })
  })
  await shaper().prepare(texts.map(({ layer, text }) => ({ family: layer.family, text })))
  return texts.flatMap(({ layer, text, path }) => checkText(layer, text, path))
}

function checkText(layer: TextLayer, text: string, path: string): TemplateProblem[] {
  const { overflow, missing } = setParagraph(text, textStyleOf(layer, undefined), shaper())
  const problems: TemplateProblem[] = []
  if (overflow) problems.push({ path, reason: `The text does not fit into its box at ${layer.size} points` })
  if (missing.length > 0) problems.push({ path, reason: `No font contains ${missing.join(' ')}` })
  return problems
}
