import type { ShopEventName } from '@portraitkit/core/events.ts'
import { routes } from '@portraitkit/core/routes.ts'
import { cssParts } from './src/cssParts.ts'
import { elementSlotsOf } from './src/elementSlots.ts'
import { attributeOf, type Option, type Options } from './src/options.ts'
import { rootOptions } from './src/rootOptions.ts'
import { type Surface, surfaces } from './src/surfaces.ts'
import { neutralLook } from './src/theme/neutralLook.ts'
import { tokens } from './src/theme/tokens.ts'
import { listedSurfaces } from './vite.shared.ts'

// The elements as editors and documentation tools read them: both follow from `src/surfaces.ts`.

/** Every element may dispatch these, besides its listed events. */
const COMMON_EVENTS: readonly ShopEventName[] = ['pk-navigate', 'pk-error', 'pk-analytics', 'pk-cart-count']

export const EVENTS: Readonly<Record<ShopEventName, string>> = {
  'pk-navigate': 'Somebody goes to another view; a page that cancels it navigates by itself.',
  'pk-error': 'Something failed; the page continues to work.',
  'pk-analytics': 'A fact for analytics, if the provider has enabled it.',
  'pk-cart-change': 'The cart has changed.',
  'pk-cart-count': 'The number of items in the cart is known, or another one.',
  'pk-login': 'Somebody has signed in.',
  'pk-logout': 'Somebody has signed out.',
  'pk-code-added': 'A code has opened pictures.',
  'pk-digital-toggle': 'A picture or a whole set for download was added to the cart or removed.',
  'pk-purchase-success': 'An order is placed; dispatched once per order.',
}

const METHODS: readonly (readonly [name: string, about: string])[] = [
  [
    'navigate(name, params)',
    'Goes to a view like a link in the shop, once the shop is loaded; the page may prevent it.',
  ],
  ['hrefOf(name, params)', 'Returns a promise of the address of a view on this page.'],
]

export const elements = Object.entries(surfaces as Readonly<Record<string, Surface>>).map(
  ([tag, { about, options, events }]) => ({
    tag,
    about,
    options: Object.entries({ ...options, ...(rootOptions as Options) }),
    events: [...COMMON_EVENTS, ...events],
  }),
)

export function typeOf({ kind, words }: Option): string {
  if (words) return words.map((word) => `'${word}'`).join(' | ')
  return { text: 'string', number: 'number', flag: 'boolean', json: 'object', property: 'object' }[kind]
}

/** `custom-elements.json` in the Web Components Community Group's format. */
export function customElementsManifest(): object {
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: 'elements.js',
        declarations: elements.map(({ tag, about, options, events }) => ({
          kind: 'class',
          customElement: true,
          name: nameOf(tag),
          tagName: tag,
          description: about,
          superclass: { name: 'HTMLElement' },
          attributes: options
            .filter(([, { kind }]) => kind !== 'property')
            .map(([name, option]) => ({
              name: attributeOf(name),
              fieldName: name,
              type: { text: typeOf(option) },
              description: option.about,
            })),
          members: [
            ...options.map(([name, option]) => ({
              kind: 'field',
              name,
              type: { text: typeOf(option) },
              description: option.about,
            })),
            ...METHODS.map(([call, description]) => ({ kind: 'method', name: call.split('(')[0], description })),
          ],
          slots: elementSlotsOf(tag).map(([name, description]) => ({ name, description })),
          events: events.map((name) => ({ name, type: { text: 'CustomEvent' }, description: EVENTS[name] })),
          cssParts: Object.entries(cssParts).map(([name, description]) => ({ name, description })),
          cssProperties: Object.entries(tokens).map(([name, description]) => ({ name, description })),
        })),
        exports: elements.map(({ tag }) => ({
          kind: 'custom-element-definition',
          name: tag,
          declaration: { name: nameOf(tag), module: 'elements.js' },
        })),
      },
    ],
  }
}

/** `pk-code-entry` is `PkCodeEntry`. */
function nameOf(tag: string): string {
  return tag.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

/** HTML suggestions for editors, in Visual Studio Code's format. */
export function htmlCustomData(): object {
  return {
    version: 1.1,
    tags: elements.map(({ tag, about, options }) => ({
      name: tag,
      description: about,
      attributes: options
        .filter(([, { kind }]) => kind !== 'property')
        .map(([name, { about: description, words }]) => ({
          name: attributeOf(name),
          description,
          ...(words && { values: words.map((word) => ({ name: word })) }),
        })),
    })),
  }
}

/** A JSON Schema of each element's options, by its tag: for options written as data, and for editors. */
export function optionsSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Options of the elements of Portraitkit',
    type: 'object',
    additionalProperties: false,
    $defs: { theme: schemaOfTheme(neutralLook), routes: schemaOfRoutes() },
    properties: Object.fromEntries(
      elements.map(({ tag, about, options }) => [
        tag,
        {
          description: about,
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(options.map(([name, option]) => [name, schemaOfOption(name, option)])),
        },
      ]),
    ),
  }
}

function schemaOfOption(name: string, { kind, words, about: description }: Option): object {
  if (name === 'theme' || name === 'routes') return { $ref: `#/$defs/${name}`, description }
  if (words) return { enum: words, description }
  const types = { text: 'string', number: 'number', flag: 'boolean' } as const
  return kind === 'json' || kind === 'property' ? { description } : { type: types[kind], description }
}

/** Every part of a look, all optional: what is not given stays as the provider has it. */
function schemaOfTheme(model: object, isColour = false): object {
  const properties = Object.entries(model).map(([name, value]) => {
    if (Array.isArray(value)) return [name, { type: 'array' }]
    if (typeof value === 'object') return [name, schemaOfTheme(value, isColour || name === 'colours')]
    return [name, isColour ? { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } : { type: typeof value }]
  })
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) }
}

function schemaOfRoutes(): object {
  const properties = [...Object.keys(routes), '*'].map((name) => [name, { type: 'string' }])
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) }
}

/** The reference of the elements, `docs/reference/elements.md`. */
export function elementsReference(): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const table = (head: readonly string[], rows: readonly string[][]) =>
    [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
  const options = (list: Options) =>
    Object.entries(list).map(([name, option]) => [
      option.kind === 'property' ? '' : `\`${attributeOf(name)}\``,
      `\`${name}\``,
      `\`${typeOf(option)}\``,
      option.about,
    ])
  const components = new Map(listedSurfaces().map(({ tag, component }) => [tag, component]))
  const head = ['attribute', 'property', 'type', '']
  const own = Object.entries(surfaces as Readonly<Record<string, Surface>>).map(
    ([tag, { about, options: of, events }]) =>
      [
        `## ${tag}`,
        about,
        ...(Object.keys(of).length > 0 ? [table(head, options(of))] : []),
        ...(elementSlotsOf(tag).length > 0
          ? [
              table(
                ['slot', ''],
                elementSlotsOf(tag).map(([name, is]) => [`\`${name}\``, is]),
              ),
            ]
          : []),
        ...(events.length > 0 ? [`Dispatches: ${events.map((name) => `\`${name}\``).join(', ')}.`] : []),
        `In React: \`import { ${components.get(tag)} } from '@portraitkit/widgets/${tag.slice(3)}'\`.`,
      ].join('\n\n'),
  )
  return [
    '# Elements',
    'Every view of the shop, generated from the list of elements. The components of React have the same options as properties; slots and parts belong to elements.',
    '## Every element',
    table(head, options(rootOptions)),
    `Dispatches: ${COMMON_EVENTS.map((name) => `\`${name}\``).join(', ')}.`,
    table(
      ['method', ''],
      METHODS.map(([call, about]) => [`\`${call}\``, about]),
    ),
    table(
      ['event', ''],
      Object.entries(EVENTS).map(([name, about]) => [`\`${name}\``, about]),
    ),
    table(
      ['part', ''],
      Object.entries(cssParts).map(([name, about]) => [`\`${name}\``, about]),
    ),
    'Custom properties that a style sheet of the page may set: [tokens](tokens.md).',
    ...own,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
