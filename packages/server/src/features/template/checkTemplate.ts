import type { CalendarWords } from '@portraitkit/core/template/calendarWords.ts'
import type { Box, Layer, Part, TemplateDefinition, TextLayer } from '@portraitkit/core/template/definition.ts'
import { templateDefinition } from '@portraitkit/core/template/definition.ts'
import { textStyleOf } from '@portraitkit/core/template/layOut.ts'
import { setParagraph } from '@portraitkit/core/template/paragraph.ts'
import { EARLIEST_YEAR, isDate, isPastYear, LATEST_YEAR } from '@portraitkit/core/template/year.ts'
import * as z from 'zod'
import { PhotographError } from '../../imaging/derivatives/photograph.ts'
import { isNamedAs, type PreparedAsset, prepareAsset, type ReadAsset } from './assets.ts'
import { checkCovered } from './checkCovered.ts'
import { checkGift, giftAssets } from './checkGift.ts'
import { checkMonth, dateTexts, letteringOfMonth, yearsToCheck } from './checkMonth.ts'
import { faultInPath } from './checkPath.ts'
import { checkProduct, type SoldAs } from './checkProduct.ts'
import { checkSeen } from './checkSeen.ts'
import { checkWords, MOST_LANGUAGES } from './checkWords.ts'
import { shaper } from './fonts.ts'
import { placedLayers } from './placedLayers.ts'
import { remarksOn } from './remarks.ts'
import { tooMuch } from './tooMuch.ts'
import { unknownFields } from './unknownFields.ts'
import { withoutFaults } from './withoutFaults.ts'

/** A fault of a template: where in its JSON, and what is wrong there. */
export type TemplateProblem = { path: string; reason: string }

/** Of so many faults each is named; who reads on reads nothing of what comes after. */
const MOST_TOLD = 100

/** Lower lines are written over each other, times the size. */
const LOWEST_LINE = 0.3

/** Between letters, in thousandths of their size: beyond it they lie on each other or fall apart. */
const TRACKING = { least: -500, most: 5000 }

/** How far a layer may stand out over the sheet, in millimetres: pictures that are only partly seen. */
const OUTSIDE = 100

export type TemplateSurroundings = {
  /** Languages that names and texts must not lack. */
  languages: readonly string[]
  /** Every language of the provider: the words of a calendar must fit in each. */
  spoken: readonly string[]
  /** The words of the provider's calendars in a language. */
  calendar: (language: string) => CalendarWords
  thisYear: number
  /** Reads the files that lie beside the template; without it there are none. */
  readAsset?: ReadAsset | undefined
  /** What a product is; null where there is none. Without it products are not looked at. */
  product?: (uuid: string) => Promise<SoldAs | null>
  /** The languages of every shop; null where nobody can say. */
  spokenAnywhere?: readonly string[] | null
}

/** A template that can be sold, with what could be better about it. */
export type CheckedTemplate = { definition: TemplateDefinition; assets: PreparedAsset[]; remarks: TemplateProblem[] }

/**
 * Reads a template of any origin. Answers the definition or every fault of it: what the format says, and what it cannot
 * say, such as a text that does not fit its box.
 */
export async function checkTemplate(
  given: unknown,
  surroundings: TemplateSurroundings,
): Promise<CheckedTemplate | { problems: TemplateProblem[] }> {
  const much = tooMuch(given)
  if (much) return { problems: [{ path: '', reason: much }] }
  const read = templateDefinition().safeParse(given, { error: z.locales.en().localeError })
  if (!read.success) return { problems: atMost(await faultsOf(given, read.error.issues, surroundings)) }
  const { assets: _told, ...definition } = read.data
  const { problems: others, found, remarks } = await checkRead(read.data, surroundings)
  const problems = [...unknownFields(given, templateDefinition()), ...others]
  if (problems.length > 0) return { problems: atMost(problems) }
  const prepared = [...found.values()]
  const stored = Object.fromEntries([...found].map(([name, asset]) => [name, asset.stored]))
  const kept = prepared.length > 0 ? { ...definition, assets: stored } : definition
  const { languages, spokenAnywhere = null } = surroundings
  // without a shop nobody can say which languages it speaks
  const spoken = languages.length > 0 ? surroundings.spoken : []
  const all = [...remarksOn(kept, { assets: found, spoken, spokenAnywhere }), ...remarks]
  return { definition: kept, assets: prepared, remarks: atMost(all) }
}

function atMost(problems: TemplateProblem[]): TemplateProblem[] {
  if (problems.length <= MOST_TOLD) return problems
  return [
    ...problems.slice(0, MOST_TOLD),
    { path: '', reason: `There are ${problems.length - MOST_TOLD} more like these` },
  ]
}

type Issue = { path: PropertyKey[]; message: string }

/** The faults of a document that the format does not know, and what else is wrong with the rest of it. */
async function faultsOf(
  given: unknown,
  issues: readonly Issue[],
  surroundings: TemplateSurroundings,
): Promise<TemplateProblem[]> {
  const faults = issues.map(({ path, message }) => ({ path: path.join('.'), reason: message }))
  if (faults.length > MOST_TOLD) return faults
  const slips = unknownFields(given, templateDefinition())
  const rest = withoutFaults(
    given,
    issues.map(({ path }) => path),
  )
  if (!rest) return [...faults, ...slips]
  const { problems } = await checkRead(rest.definition, surroundings, rest.hasPage)
  return [...faults, ...slips, ...problems.filter((problem) => !rest.isTold(problem))]
}

/** The fields that say where something lies and what shape it has. */
const SHAPES = ['box', 'mask', 'd', 'cut']

/** What the format cannot say of a template that it has read. */
async function checkRead(
  definition: TemplateDefinition,
  surroundings: TemplateSurroundings,
  hasPage = true,
): Promise<{ problems: TemplateProblem[]; found: Map<string, PreparedAsset>; remarks: TemplateProblem[] }> {
  const { languages, product } = surroundings
  const assets = await checkAssets(definition, surroundings)
  const problems = [
    ...checkPage(definition, surroundings),
    ...checkWords(definition),
    ...definition.parts.flatMap((part, index) => checkPart(definition, part, `parts.${index}`, languages)),
    ...(await checkTexts(definition, surroundings)),
    ...(await checkMonths(definition, surroundings)),
    ...checkGift(definition, assets.found),
    ...assets.problems,
    ...(product ? checkProduct(definition, await product(definition.product)) : []),
  ]
  if (!hasPage) return { problems, found: assets.found, remarks: [] }
  const told = new Set(problems.map(({ path }) => path))
  const isWell = (path: string) => !SHAPES.some((field) => told.has(`${path}.${field}`))
  const [seen, covered] = [await checkSeen(definition, isWell), checkCovered(definition, assets.found)]
  return {
    problems: [...problems, ...seen.problems, ...covered.problems],
    found: assets.found,
    remarks: [...assets.remarks, ...seen.remarks, ...covered.remarks],
  }
}

/** The files that the template names, each looked at once. */
async function checkAssets(
  definition: TemplateDefinition,
  { readAsset }: TemplateSurroundings,
): Promise<{ found: Map<string, PreparedAsset>; problems: TemplateProblem[]; remarks: TemplateProblem[] }> {
  const found = new Map<string, PreparedAsset>()
  const [problems, remarks]: [TemplateProblem[], TemplateProblem[]] = [[], []]
  const ofLayers = placedLayers(definition).flatMap(({ layer, path }) =>
    layer.kind === 'asset' ? [{ asset: layer.asset, path: `${path}.asset` }] : [],
  )
  for (const { asset, path } of [...ofLayers, ...giftAssets(definition)]) {
    if (found.has(asset)) continue
    try {
      const file = await readAsset?.(asset)
      if (file) {
        const prepared = await prepareAsset(file)
        found.set(asset, prepared)
        if (!isNamedAs(asset, prepared.format)) {
          remarks.push({ path, reason: `${asset} is ${prepared.format.toUpperCase()} by its content` })
        }
      } else problems.push({ path, reason: `There is no file ${asset} beside the template` })
    } catch (error) {
      if (!(error instanceof PhotographError)) throw error
      problems.push({ path, reason: `${asset}: ${error.message}` })
    }
  }
  return { found, problems, remarks }
}

function checkPage(definition: TemplateDefinition, { languages, thisYear }: TemplateSurroundings): TemplateProblem[] {
  const { names, trimBox, safe, foldAt, parts, supportedYears } = definition
  const problems = missingLanguages(names, 'names', languages)
  if (safe * 2 >= Math.min(trimBox.width, trimBox.height)) {
    problems.push({ path: 'safe', reason: 'The safe zone leaves nothing of the page' })
  }
  if (foldAt !== undefined && (foldAt <= 0 || foldAt >= trimBox.width)) {
    problems.push({ path: 'foldAt', reason: 'The fold lies outside the page' })
  }
  const years = supportedYears ?? []
  years.forEach((year, index) => {
    if (year >= EARLIEST_YEAR && year <= LATEST_YEAR) return
    problems.push({ path: `supportedYears.${index}`, reason: `No design can have the year ${year}` })
  })
  if (supportedYears?.length === 0) problems.push({ path: 'supportedYears', reason: 'There is no year in it' })
  else if (isPastYear(definition, thisYear)) {
    problems.push({ path: 'supportedYears', reason: `All of them are past: name one from ${thisYear} on` })
  }
  return [...problems, ...repeated(parts, 'parts')]
}

function checkPart(
  definition: TemplateDefinition,
  part: Part,
  path: string,
  languages: readonly string[],
): TemplateProblem[] {
  const named = part.layers.flatMap((layer) => ('id' in layer ? [layer] : []))
  return [
    ...missingLanguages(part.descriptions, `${path}.descriptions`, languages),
    ...repeated(named, `${path}.layers`),
    ...part.layers.flatMap((layer, index) => checkLayer(definition, layer, `${path}.layers.${index}`, languages)),
  ]
}

function checkLayer(
  definition: TemplateDefinition,
  layer: Layer,
  path: string,
  languages: readonly string[],
): TemplateProblem[] {
  if (layer.kind === 'path') return faultOfPath(layer.d, `${path}.d`, layer.stroke === undefined)
  const problems: TemplateProblem[] = []
  if (layer.kind === 'fill' && (layer.radius ?? 0) < 0)
    problems.push({ path: `${path}.radius`, reason: 'It is less than 0' })
  if (!isOnSheet(definition, layer.box)) problems.push({ path: `${path}.box`, reason: 'It lies outside the sheet' })
  if (layer.kind === 'image') {
    problems.push(...faultOfPath(layer.mask, `${path}.mask`, true))
    problems.push(...missingLanguages(layer.names ?? {}, `${path}.names`, layer.names ? languages : []))
  }
  if (layer.kind === 'text') {
    if (!isDate(layer)) problems.push(...missingLanguages(layer.texts, `${path}.texts`, languages))
    problems.push(...faultsOfLettering(layer, path))
    if ((layer.lineHeight ?? 1) < LOWEST_LINE)
      problems.push({ path: `${path}.lineHeight`, reason: 'Lines need a height' })
    if (layer.fill?.startsWith('month') && layer.month === undefined) {
      problems.push({ path: `${path}.month`, reason: 'Which month it is must be said' })
    }
  }
  if (layer.kind !== 'month') return problems
  return [...problems, ...letteringOfMonth(layer).flatMap(([at, style]) => faultsOfLettering(style, `${path}.${at}`))]
}

function faultOfPath(data: string | undefined, path: string, isArea: boolean): TemplateProblem[] {
  const reason = data === undefined ? null : faultInPath(data, { isArea })
  return reason === null ? [] : [{ path, reason }]
}

function faultsOfLettering(
  { family, tracking = 0 }: { family: string; tracking?: number | undefined },
  path: string,
): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  if (!isFamily(family)) problems.push({ path: `${path}.family`, reason: `There is no font family ${family}` })
  if (tracking < TRACKING.least || tracking > TRACKING.most) {
    problems.push({ path: `${path}.tracking`, reason: `It goes from ${TRACKING.least} to ${TRACKING.most}` })
  }
  return problems
}

function isFamily(family: string): boolean {
  return shaper().families.includes(family)
}

/** More than any calendar has, with small months before and after on every page. */
const MOST_GRIDS = 500

/** Every grid is set once in every language and year. */
async function checkMonths(
  definition: TemplateDefinition,
  { spoken, calendar, thisYear }: TemplateSurroundings,
): Promise<TemplateProblem[]> {
  const years = yearsToCheck(definition, thisYear)
  const placed = placedLayers(definition)
  if (placed.filter(({ layer }) => layer.kind === 'month').length > MOST_GRIDS) {
    return [{ path: 'parts', reason: `There are more than ${MOST_GRIDS} grids of months in it` }]
  }
  const problems: TemplateProblem[] = []
  for (const { layer, path } of placed) {
    if (layer.kind !== 'month' || !letteringOfMonth(layer).every(([, { family }]) => isFamily(family))) continue
    for (const language of spoken) {
      problems.push(...(await checkMonth(layer, path, { calendar: calendar(language), years })))
    }
  }
  return problems
}

/** Every text of every language is set once, as it will be shown. */
async function checkTexts(
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
      .slice(0, MOST_LANGUAGES)
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
  if (overflow) problems.push({ path, reason: `The text does not fit its box at ${layer.size} points` })
  if (missing.length > 0) problems.push({ path, reason: `No font has ${missing.join(' ')}` })
  return problems
}

function isOnSheet({ trimBox, bleed }: TemplateDefinition, { x, y, width, height }: Box): boolean {
  const touches = x < trimBox.width + bleed && y < trimBox.height + bleed && x + width > -bleed && y + height > -bleed
  const near = x >= -OUTSIDE && y >= -OUTSIDE
  return touches && near && x + width <= trimBox.width + OUTSIDE && y + height <= trimBox.height + OUTSIDE
}

function missingLanguages(
  texts: Readonly<Record<string, string>>,
  path: string,
  languages: readonly string[],
): TemplateProblem[] {
  return languages
    .filter((language) => texts[language] === undefined)
    .map((language) => ({ path: `${path}.${language}`, reason: 'The text in this language is missing' }))
}

function repeated(named: ReadonlyArray<{ id: string }>, path: string): TemplateProblem[] {
  return named
    .filter(({ id }, index) => named.findIndex((other) => other.id === id) < index)
    .map(({ id }) => ({ path, reason: `The id ${id} stands there twice` }))
}
