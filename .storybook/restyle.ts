import type { ArgTypes } from '@storybook/react-vite'
import { cssParts } from '../packages/widgets/src/cssParts.ts'
import { elementSlotsOf, type SlotName } from '../packages/widgets/src/elementSlots.ts'
import { tokens } from '../packages/widgets/src/theme/tokens.ts'

// What a page may give a surface besides options: texts for its slots, styles for its parts, values for the tokens of its
// theme. Each is a control below the story, under its kind and name: `slot empty`, `part button`, `--pk-radius`.

type Args = Readonly<Record<string, unknown>>

/** A surface's controls for all of these. */
export function restyleControls(tag: string): ArgTypes {
  const control = (arg: string, name: string, description: string, category: string) => [
    arg,
    { name, description, control: 'text', table: { category } },
  ]
  return Object.fromEntries([
    ...elementSlotsOf(tag).map(([name, about]) => control(`slot ${name}`, name, about, 'Slots')),
    ...Object.entries(cssParts).map(([name, about]) => control(`part ${name}`, name, about, 'Parts')),
    ...Object.entries(tokens).map(([name, about]) => control(name, name, about, 'Tokens')),
  ])
}

/** Texts for slots as set by the controls. */
export const slotArgs = (given: Readonly<Record<string, string>>): Args =>
  Object.fromEntries(Object.entries(given).map(([name, words]) => [`slot ${name}`, words]))

/** Outlines every part in a colour of its own. */
export const outlines: Args = Object.fromEntries(
  Object.keys(cssParts).map((name, index, all) => [
    `part ${name}`,
    `outline: 2px dashed hsl(${Math.round((index * 360) / all.length)} 70% 45%)`,
  ]),
)

/** What a page would write for the values of the controls: options of the element, its content, and a style sheet. */
export function restyled(
  tag: string,
  args: Args,
): { options: [string, unknown][]; slots: [SlotName, string][]; css: string } {
  const options: [string, unknown][] = []
  const slots: [SlotName, string][] = []
  const rules: string[] = []
  for (const [arg, value] of Object.entries(args)) {
    const [, kind, name] = /^(slot|part) (.+)$/.exec(arg) ?? []
    if (!kind && !arg.startsWith('--')) options.push([arg, value])
    else if (!value) continue
    else if (kind === 'slot') slots.push([name as SlotName, String(value)])
    else if (kind === 'part') rules.push(`${tag}::part(${name}) { ${value} }`)
    else rules.push(`${tag} { ${arg}: ${value} }`)
  }
  return { options, slots, css: rules.join('\n') }
}
