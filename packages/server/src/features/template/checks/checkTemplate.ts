import { type TemplateDefinition, templateDefinition } from '@portraitkit/core/template/definition.ts'
import * as z from 'zod'
import { PhotographError } from '../../../imaging/derivatives/photograph.ts'
import { isNamedAs, type PreparedAsset, prepareAsset } from '../assets.ts'
import { placedLayers } from '../placedLayers.ts'
import { checkCovered } from './checkCovered.ts'
import { checkGift, giftAssets } from './checkGift.ts'
import { checkPage, checkParts } from './checkParts.ts'
import { checkProduct } from './checkProduct.ts'
import { checkMonths, checkTexts } from './checkTexts.ts'
import { checkVisibility } from './checkVisibility.ts'
import { checkWords } from './checkWords.ts'
import { findExcess } from './findExcess.ts'
import { replaceFaults } from './replaceFaults.ts'
import type { TemplateSurroundings } from './surroundings.ts'
import type { TemplateProblem } from './templateProblem.ts'
import { templateWarnings } from './templateWarnings.ts'
import { unknownFields } from './unknownFields.ts'

/** At most this many errors are listed; nobody reads more. */
const MAX_PROBLEMS = 100

/** A template that can be sold, with warnings about what could be better. */
export type CheckedTemplate = { definition: TemplateDefinition; assets: PreparedAsset[]; warnings: TemplateProblem[] }

/**
 * Reads a template from any source. Returns the definition or all of its errors: those of the format, and those that a format
 * cannot express, such as a text that does not fit its box.
 */
export async function checkTemplate(
  input: unknown,
  surroundings: TemplateSurroundings,
): Promise<CheckedTemplate | { problems: TemplateProblem[] }> {
  const much = findExcess(input)
  if (much) return { problems: [{ path: '', reason: much }] }
  const read = templateDefinition().safeParse(input, { error: z.locales.en().localeError })
  if (!read.success) return { problems: limitProblems(await faultsOf(input, read.error.issues, surroundings)) }
  const { assets: _told, ...definition } = read.data
  const { problems: others, found, warnings } = await checkRead(read.data, surroundings)
  const problems = [...unknownFields(input, templateDefinition()), ...others]
  if (problems.length > 0) return { problems: limitProblems(problems) }
  const prepared = [...found.values()]
  const stored = Object.fromEntries([...found].map(([name, asset]) => [name, asset.stored]))
  const withAssets = prepared.length > 0 ? { ...definition, assets: stored } : definition
  const { languages, spokenAnywhere = null } = surroundings
  // without a shop its languages are unknown
  const spoken = languages.length > 0 ? surroundings.spoken : []
  const all = [...templateWarnings(withAssets, { assets: found, spoken, spokenAnywhere }), ...warnings]
  return { definition: withAssets, assets: prepared, warnings: limitProblems(all) }
}

function limitProblems(problems: TemplateProblem[]): TemplateProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems
  return [
    ...problems.slice(0, MAX_PROBLEMS),
    { path: '', reason: `There are ${problems.length - MAX_PROBLEMS} more like these` },
  ]
}

type Issue = { path: PropertyKey[]; message: string }

/** The format errors of a document, and the errors in the rest of it. */
async function faultsOf(
  given: unknown,
  issues: readonly Issue[],
  surroundings: TemplateSurroundings,
): Promise<TemplateProblem[]> {
  const faults = issues.map(({ path, message }) => ({ path: path.join('.'), reason: message }))
  if (faults.length > MAX_PROBLEMS) return faults
  const slips = unknownFields(given, templateDefinition())
  const rest = replaceFaults(
    given,
    issues.map(({ path }) => path),
  )
  if (!rest) return [...faults, ...slips]
  const { problems } = await checkRead(rest.definition, surroundings, rest.hasPage)
  return [...faults, ...slips, ...problems.filter((problem) => !rest.isReported(problem))]
}

/** The fields for the place and the shape of something. */
const SHAPES = ['box', 'mask', 'd', 'cut']

/** The errors that the format cannot express, of a template that could be read. */
async function checkRead(
  definition: TemplateDefinition,
  surroundings: TemplateSurroundings,
  hasPage = true,
): Promise<{ problems: TemplateProblem[]; found: Map<string, PreparedAsset>; warnings: TemplateProblem[] }> {
  const { product } = surroundings
  const assets = await checkAssets(definition, surroundings)
  const problems = [
    ...checkPage(definition, surroundings),
    ...checkWords(definition),
    ...checkParts(definition, surroundings),
    ...(await checkTexts(definition, surroundings)),
    ...(await checkMonths(definition, surroundings)),
    ...checkGift(definition, assets.found),
    ...assets.problems,
    ...(product ? checkProduct(definition, await product(definition.product)) : []),
  ]
  if (!hasPage) return { problems, found: assets.found, warnings: [] }
  const paths = new Set(problems.map(({ path }) => path))
  const hasValidShape = (path: string) => !SHAPES.some((field) => paths.has(`${path}.${field}`))
  const [seen, covered] = [await checkVisibility(definition, hasValidShape), checkCovered(definition, assets.found)]
  return {
    problems: [...problems, ...seen.problems, ...covered.problems],
    found: assets.found,
    warnings: [...assets.warnings, ...seen.warnings, ...covered.warnings],
  }
}

/** The files that the template names, each examined once. */
async function checkAssets(
  definition: TemplateDefinition,
  { readAsset }: TemplateSurroundings,
): Promise<{ found: Map<string, PreparedAsset>; problems: TemplateProblem[]; warnings: TemplateProblem[] }> {
  const found = new Map<string, PreparedAsset>()
  const [problems, warnings]: [TemplateProblem[], TemplateProblem[]] = [[], []]
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
          warnings.push({ path, reason: `${asset} is ${prepared.format.toUpperCase()} by its content` })
        }
      } else problems.push({ path, reason: `There is no file ${asset} next to the template` })
    } catch (error) {
      if (!(error instanceof PhotographError)) throw error
      problems.push({ path, reason: `${asset}: ${error.message}` })
    }
  }
  return { found, problems, warnings }
}
