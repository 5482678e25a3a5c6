import type { Look, Palette } from '@portraitkit/core/provider/look.ts'
import { colour, fontFamilies } from '@portraitkit/core/provider/lookRanges.ts'
import { neutralLook } from './neutralLook.ts'

/** Changes that a host page makes to its provider's look. */
export type LookChange = Partial<Omit<Look, 'colours' | 'logo' | 'type'>> & {
  colours?: { light?: Partial<Palette>; dark?: Partial<Palette> }
  logo?: Partial<Look['logo']>
  type?: Partial<Look['type']>
}

/** The look of a surface: the provider's with the host's changes, or the neutral one while none is loaded. */
export function mergeLook(provider: Look | undefined, change?: LookChange): Look {
  return mergePart(provider ?? neutralLook, change)
}

/** A part of a look with the changes to it. Changes of the wrong type, or that cannot be used, are ignored. */
function mergePart<Part>(part: Part, change: unknown, name = ''): Part {
  if (kindOf(change) !== kindOf(part) || !isUsable(part, change, name)) return part
  if (kindOf(part) !== '[object Object]') return change as Part
  const parts = Object.entries(part as object).map(([key, value]) => [
    key,
    mergePart(value, (change as never)[key], key),
  ])
  return Object.fromEntries(parts)
}

const kindOf = (value: unknown) => Object.prototype.toString.call(value)

/** The text properties of each entry of a list. */
const texts: Readonly<Record<string, readonly string[]>> = { fonts: ['family', 'src', 'weight'], shapes: ['d', 'fill'] }

function isUsable(part: unknown, change: unknown, name: string): boolean {
  if (Array.isArray(change))
    return change.every((entry) => texts[name]?.every((text) => typeof entry?.[text] === 'string'))
  if (typeof change !== 'string') return true
  if (colour.test(String(part))) return colour.test(change)
  return !/^(?:body|heading)$/.test(name) || fontFamilies.test(change)
}
