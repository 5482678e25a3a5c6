import type { Box, Layer, Part, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { EARLIEST_YEAR, isDate, isPastYear, LATEST_YEAR } from '@portraitkit/core/template/year.ts'
import { isFamily } from '../fonts/fonts.ts'
import { monthTextStyles } from './checkMonth.ts'
import { faultInPath } from './checkPath.ts'
import type { TemplateSurroundings } from './surroundings.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** Minimum line height, times the size: lower lines overlap. */
const MIN_LINE_HEIGHT = 0.3

/** Letter spacing, in thousandths of the size: beyond these limits letters overlap or fall apart. */
const TRACKING = { min: -500, max: 5000 }

/** How far a layer may extend beyond the sheet, in millimetres, for pictures that are only partly visible. */
const MAX_OVERHANG = 100

/** The errors of the page, its names and its years. */
export function checkPage(
  definition: TemplateDefinition,
  { languages, thisYear }: TemplateSurroundings,
): TemplateProblem[] {
  const { names, trimBox, safe, foldAt, parts, supportedYears } = definition
  const problems = missingLanguages(names, 'names', languages)
  if (safe * 2 >= Math.min(trimBox.width, trimBox.height)) {
    problems.push({ path: 'safe', reason: 'The safe zone is empty' })
  }
  if (foldAt !== undefined && (foldAt <= 0 || foldAt >= trimBox.width)) {
    problems.push({ path: 'foldAt', reason: 'The fold is outside the page' })
  }
  const years = supportedYears ?? []
  years.forEach((year, index) => {
    if (year >= EARLIEST_YEAR && year <= LATEST_YEAR) return
    problems.push({ path: `supportedYears.${index}`, reason: `${year} is not a year that a design can have` })
  })
  if (supportedYears?.length === 0) problems.push({ path: 'supportedYears', reason: 'It is empty' })
  else if (isPastYear(definition, thisYear)) {
    problems.push({ path: 'supportedYears', reason: `All of them are in the past: add one from ${thisYear} on` })
  }
  return [...problems, ...duplicates(parts, 'parts')]
}

/** The errors of a template's parts and of their layers. */
export function checkParts(definition: TemplateDefinition, { languages }: TemplateSurroundings): TemplateProblem[] {
  return definition.parts.flatMap((part, index) => checkPart(definition, part, `parts.${index}`, languages))
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
    ...duplicates(named, `${path}.layers`),
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
    problems.push({ path: `${path}.radius`, reason: 'It is negative' })
  if (!isOnSheet(definition, layer.box)) problems.push({ path: `${path}.box`, reason: 'It is outside the sheet' })
  if (layer.kind === 'image') {
    problems.push(...faultOfPath(layer.mask, `${path}.mask`, true))
    problems.push(...missingLanguages(layer.names ?? {}, `${path}.names`, layer.names ? languages : []))
  }
  if (layer.kind === 'text') {
    if (!isDate(layer)) problems.push(...missingLanguages(layer.texts, `${path}.texts`, languages))
    problems.push(...faultsOfLettering(layer, path))
    if ((layer.lineHeight ?? 1) < MIN_LINE_HEIGHT)
      problems.push({ path: `${path}.lineHeight`, reason: 'It must be greater than 0' })
    if (layer.fill?.startsWith('month') && layer.month === undefined) {
      problems.push({ path: `${path}.month`, reason: 'The month is missing' })
    }
  }
  if (layer.kind !== 'month') return problems
  return [...problems, ...monthTextStyles(layer).flatMap(([at, style]) => faultsOfLettering(style, `${path}.${at}`))]
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
  if (tracking < TRACKING.min || tracking > TRACKING.max) {
    problems.push({ path: `${path}.tracking`, reason: `It must be between ${TRACKING.min} and ${TRACKING.max}` })
  }
  return problems
}

function isOnSheet({ trimBox, bleed }: TemplateDefinition, { x, y, width, height }: Box): boolean {
  const touches = x < trimBox.width + bleed && y < trimBox.height + bleed && x + width > -bleed && y + height > -bleed
  const near = x >= -MAX_OVERHANG && y >= -MAX_OVERHANG
  return touches && near && x + width <= trimBox.width + MAX_OVERHANG && y + height <= trimBox.height + MAX_OVERHANG
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

function duplicates(named: ReadonlyArray<{ id: string }>, path: string): TemplateProblem[] {
  return named
    .filter(({ id }, index) => named.findIndex((other) => other.id === id) < index)
    .map(({ id }) => ({ path, reason: `The id ${id} occurs twice` }))
}
