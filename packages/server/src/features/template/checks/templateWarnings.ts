import type { Box, ImageLayer, StoredAsset, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { MIN_RESOLUTION, resolutionOf } from '@portraitkit/core/template/printResolution.ts'
import { safeBox } from '@portraitkit/core/template/slots.ts'
import { placedLayers } from '../placedLayers.ts'
import { monthTextStyles } from './checkMonth.ts'
import { languagesOf, placedTextsOf } from './checkWords.ts'
import { nameWarnings } from './nameWarnings.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** In points. */
const SMALLEST_READABLE = 5
/** Rounding tolerance in millimetres. */
const TOLERANCE = 0.05
const INCH = 25.4

type RemarkContext = {
  /** Every language of the provider. */
  spoken: readonly string[]
  assets: ReadonlyMap<string, { stored: StoredAsset }>
  /** Every language of any shop; null if unknown. */
  spokenAnywhere: readonly string[] | null
}

/**
 * Warnings about things that do not prevent a sale but will not look or read well: those that the editor would show to every
 * customer, drawings that print blurred, letters that are too small, texts that nobody will see.
 */
export function templateWarnings(
  definition: TemplateDefinition,
  { assets, spoken, spokenAnywhere }: RemarkContext,
): TemplateProblem[] {
  const safe = safeBox(definition)
  const ofLayers = placedLayers(definition).flatMap(({ layer, path }) => {
    if (layer.kind === 'asset') return softAsset(layer.box, assets.get(layer.asset)?.stored, `${path}.asset`)
    if (layer.kind === 'fill') return shortOfBleed(definition, layer.box, `${path}.box`)
    if (layer.kind === 'image')
      return [...shortOfBleed(definition, layer.box, `${path}.box`), ...idleRadius(layer, path)]
    if (layer.kind === 'text') {
      return [...nearTheTrim(layer.box, safe, `${path}.box`), ...tooSmall(layer.size, `${path}.size`)]
    }
    if (layer.kind !== 'month') return []
    return [
      ...nearTheTrim(layer.box, safe, `${path}.box`),
      ...monthTextStyles(layer).flatMap(([at, { size }]) => tooSmall(size, `${path}.${at}.size`)),
    ]
  })
  return [
    ...unspokenLanguages(definition, spokenAnywhere),
    ...missingTranslations(definition, spoken),
    ...giftWithoutViews(definition),
    ...nameWarnings(definition),
    ...ofLayers,
  ]
}

function unspokenLanguages(definition: TemplateDefinition, spoken: readonly string[] | null): TemplateProblem[] {
  if (!spoken) return []
  return [...languagesOf(definition)]
    .filter(([language]) => !spoken.includes(language))
    .map(([language, path]) => ({ path, reason: `No shop uses "${language}": this text is never shown` }))
}

function missingTranslations(definition: TemplateDefinition, spoken: readonly string[]): TemplateProblem[] {
  return placedTextsOf(definition).flatMap(({ path, texts }) => {
    if (Object.keys(texts).length === 0) return []
    const missing = spoken.filter((tag) => texts[tag] === undefined)
    return missing.map((tag) => ({
      path: `${path}.${tag}`,
      reason: `The shop uses "${tag}", but this text is shown in a different language`,
    }))
  })
}

/** A layer that reaches the trim but not the end of the bleed leaves a white edge if the cut is slightly off. */
function shortOfBleed({ trimBox, bleed }: TemplateDefinition, box: Box, path: string): TemplateProblem[] {
  const beyond = [-box.x, -box.y, box.x + box.width - trimBox.width, box.y + box.height - trimBox.height]
  const short = Math.max(0, ...beyond.filter((out) => out >= -TOLERANCE).map((out) => bleed - out))
  if (short <= TOLERANCE) return []
  return [
    {
      path,
      reason: `It ends ${Number(short.toFixed(1))} mm before the bleed does: a white edge may be visible after trimming`,
    },
  ]
}

function idleRadius({ mask, radius }: ImageLayer, path: string): TemplateProblem[] {
  if (mask === undefined || radius === undefined) return []
  return [{ path: `${path}.radius`, reason: 'It has no effect: the mask alone shapes the picture' }]
}

function giftWithoutViews({ type, gift }: TemplateDefinition): TemplateProblem[] {
  if (type !== 'PHOTOGIFT' || gift) return []
  return [{ path: 'gift', reason: 'Without it the page is shown flat instead of on its product' }]
}

/** How far a box extends beyond the safe zone, in millimetres. */
function nearTheTrim(box: Box, safe: Box, path: string): TemplateProblem[] {
  const out = Math.max(
    safe.x - box.x,
    safe.y - box.y,
    box.x + box.width - safe.x - safe.width,
    box.y + box.height - safe.y - safe.height,
  )
  if (out <= TOLERANCE) return []
  const reason = `It reaches ${Number(out.toFixed(1))} mm beyond the safe zone: the editor warns about text there`
  return [{ path, reason }]
}

function tooSmall(size: number, path: string): TemplateProblem[] {
  return size < SMALLEST_READABLE ? [{ path, reason: `Text of ${size} points is hard to read on paper` }] : []
}

function softAsset(box: Box, stored: StoredAsset | undefined, path: string): TemplateProblem[] {
  if (!stored) return []
  const dpi = Math.floor(resolutionOf(stored, box))
  if (dpi >= MIN_RESOLUTION) return []
  const pixels = (length: number) => Math.ceil((length / INCH) * MIN_RESOLUTION)
  const needed = `${pixels(box.width)} x ${pixels(box.height)}`
  return [{ path, reason: `It prints with ${dpi} dpi, which looks blurred: use at least ${needed} pixels` }]
}
