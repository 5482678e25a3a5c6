import { cssParts } from './src/cssParts.ts'
import { elementSlotsOf } from './src/elementSlots.ts'
import { attributeOf } from './src/options.ts'
import { tokens } from './src/theme/tokens.ts'
import { EVENTS, elements, typeOf } from './vite.manifest.ts'

// The elements as further editors read them, from the same list as `custom-elements.json`.

const named = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([name, description]) => ({ name, description }))

/** `web-types.json`, for the editors of JetBrains. */
export function webTypes(version: string): object {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: '@portraitkit/widgets',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map(({ tag, about, options, events }) => {
          const isAttribute = (kind: string) => kind !== 'property'
          const described = options.map(([name, option]) => ({ name, option, type: typeOf(option) }))
          return {
            name: tag,
            description: about,
            attributes: described
              .filter(({ option }) => isAttribute(option.kind))
              .map(({ name, option, type }) => ({
                name: attributeOf(name),
                description: option.about,
                value: { type },
              })),
            slots: elementSlotsOf(tag).map(([name, description]) => ({ name, description })),
            js: {
              properties: described.map(({ name, option, type }) => ({ name, description: option.about, type })),
              events: events.map((name) => ({ name, description: EVENTS[name] })),
            },
            css: { parts: named(cssParts), properties: named(tokens) },
          }
        }),
      },
    },
  }
}

/** Declarations for Vue's templates: each element's options, the attributes of any element, and the events. */
export function vueTypes(): string {
  return `import type { HTMLAttributes } from 'vue'
import type { SurfaceEvents } from './types/elementTypes.js'

type Pascal<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${Capitalize<First>}\${Pascal<Rest>}\`
  : Capitalize<Name>
type Listeners = {
  [Name in keyof SurfaceEvents as \`on\${Pascal<Name>}\`]?: (event: SurfaceEvents[Name]) => void
}
type Options<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], keyof HTMLElement | 'navigate' | 'hrefOf'>
>
type Surface<Tag extends keyof HTMLElementTagNameMap> = new () => {
  $props: Options<Tag> & HTMLAttributes & Listeners
}

declare module 'vue' {
  interface GlobalComponents {
${elements.map(({ tag }) => `    '${tag}': Surface<'${tag}'>`).join('\n')}
  }
}
`
}
