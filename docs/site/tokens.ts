import { neutralLook } from '../../packages/widgets/src/theme/neutralLook.ts'
import { themeTokens } from '../../packages/widgets/src/theme/theme.ts'
import { themes } from '../../packages/widgets/src/theme/themes.ts'
import { tokens } from '../../packages/widgets/src/theme/tokens.ts'
import { table } from './table.ts'

/** Every custom property that a look sets, from the theme itself. */
export function tokensReference(): string {
  const rows = Object.entries(themeTokens(neutralLook)).map(([name, value]) => {
    const about = tokens[name]
    if (!about) throw new Error(`packages/widgets/src/theme/tokens.ts does not say what ${name} is`)
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
    'What no property reaches, a part does: [all parts](elements.md#every-element). In [Storybook](../guide/storybook.md) both can be tried on each view.',
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
