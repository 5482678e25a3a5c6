import { neutralLook } from '../../packages/widgets/src/theme/neutral.ts'
import { themeTokens } from '../../packages/widgets/src/theme/theme.ts'
import { themes } from '../../packages/widgets/src/theme/themes.ts'
import { table } from './table.ts'

const ABOUT: Readonly<Record<string, string>> = {
  '--pk-paper': 'the ground that everything lies on',
  '--pk-raised': 'cards, dialogs and fields',
  '--pk-sunken': 'wells and what pictures lie in',
  '--pk-ink': 'text',
  '--pk-soft': 'text of second rank',
  '--pk-line': 'hairlines',
  '--pk-edge': 'outlines of controls',
  '--pk-accent': 'the ground of the most important button',
  '--pk-on-accent': 'what stands on it',
  '--pk-accent-ink': 'links, icons and the ring around the focus',
  '--pk-wash': 'what lies behind the thing that is chosen',
  '--pk-danger': 'what went wrong, or cannot be taken back',
  '--pk-good': 'what went well',
  '--pk-font': 'the font of texts',
  '--pk-font-heading': 'the font of headings',
  '--pk-heading-weight': 'the weight of headings',
  '--pk-heading-tracking': 'the space between the letters of headings',
  '--pk-text-small': 'small text',
  '--pk-text': 'text',
  '--pk-text-large': 'large text, such as the sentence below a heading',
  '--pk-title': 'titles within a view',
  '--pk-heading': 'the heading of a view',
  '--pk-display': 'the largest size',
  '--pk-radius': 'the radius of corners',
  '--pk-radius-small': 'of small things',
  '--pk-radius-large': 'of large things',
  '--pk-space': 'the step of all distances',
}

/** Every custom property that a look becomes, from the theme itself. */
export function tokensReference(): string {
  const rows = Object.entries(themeTokens(neutralLook)).map(([name, value]) => {
    const about = ABOUT[name]
    if (!about) throw new Error(`docs/site/tokens.ts does not say what ${name} is`)
    return [`\`${name}\``, about, `\`${value}\``]
  })
  return [
    '# Tokens',
    'The custom properties that every element wears, written from the theme that makes them. A stylesheet of the page may set them: `pk-shop { --pk-radius: 0 }`. [Theming](../guide/theming.md) says how a whole theme is given.',
    'The last column is what is worn where a provider has no look: paper and ink. A colour is a pair, for light and for dark.',
    table(['property', 'is', 'without a look'], rows),
    '## Ready themes',
    `\`@portraitkit/widgets/themes\` exports \`themes\` with ${Object.keys(themes)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '## Parts',
    'What no property reaches, a part does: [all parts](elements.md#every-element).',
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
