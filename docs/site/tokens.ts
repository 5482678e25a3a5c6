import { themeTokens } from '../../packages/widgets/src/theme/lookCss.ts'
import { neutralLook } from '../../packages/widgets/src/theme/neutralLook.ts'
import { themes } from '../../packages/widgets/src/theme/readyThemes.ts'
import { tokens } from '../../packages/widgets/src/theme/tokens.ts'
import { table } from './table.ts'

/** Every custom property that a look sets, from the theme itself. */
export function tokensReference(): string {
  const rows = Object.entries(themeTokens(neutralLook)).map(([name, value]) => {
    const about = tokens[name]
    if (!about) throw new Error(`packages/widgets/src/theme/tokens.ts does not describe ${name}`)
    return [`\`${name}\``, about, `\`${value}\``]
  })
  return [
    '# Tokens',
    'The custom properties of every element, generated from the theme. A stylesheet of the page may set them: `pk-shop { --pk-radius: 0 }`. [Theming](../guide/theming.md) explains how to set a whole theme.',
    'The last column is the value for a provider without a look: paper and ink. A colour is a pair, for light and for dark.',
    table(['property', 'is', 'without a look'], rows),
    '## Ready-made themes',
    `\`@portraitkit/widgets/themes\` exports \`themes\` with ${Object.keys(themes)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '## Parts',
    'Parts style what properties do not cover: [all parts](elements.md#every-element). In [Storybook](../guide/storybook.md) both can be tried on each view.',
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
