import type { Look, Palette } from '@portraitkit/core/provider/look.ts'
import { neutralLook } from './neutral.ts'

/** Changes that a host page makes to its provider's look. */
export type LookChange = Partial<Omit<Look, 'colours' | 'type'>> & {
  colours?: { light?: Partial<Palette>; dark?: Partial<Palette> }
  type?: Partial<Look['type']>
}

/** What a surface wears: the provider's look with the host's changes, or the neutral one while none is known. */
export function wornLook(provider: Look | undefined, change: LookChange = {}): Look {
  const look = provider ?? neutralLook
  const { colours, type, ...rest } = change
  return {
    ...look,
    ...rest,
    colours: { light: { ...look.colours.light, ...colours?.light }, dark: { ...look.colours.dark, ...colours?.dark } },
    type: { ...look.type, ...type },
  }
}
