import type { Look } from '@portraitkit/core/provider/look.ts'
import { themeTokens } from '../src/theme/lookCss.ts'
import { mergeLook } from '../src/theme/mergeLook.ts'
import { elementOf, elements, type ListedOption } from './elements.ts'
import { themeOf } from './theme.ts'
import { attributesOf, type Trial } from './trial.ts'

/** The formats in which a trial, or its theme, can be exported. */
export type Export = { name: string; about: string; file: string; text: string }
type Place = { provider: string; origin: string; own: Look }

export function exportsOf(trial: Trial, place: Place): Export[] {
  const { theme } = trial
  return [
    {
      name: 'HTML',
      about: 'For a page: everything that is shown here.',
      file: 'shop.html',
      text: htmlOf(trial, place),
    },
    { name: 'React', about: 'For an app with the npm package.', file: 'Pictures.tsx', text: reactOf(trial, place) },
    {
      name: 'CSS',
      about: 'The theme for the stylesheet of a page: applies to every widget on it.',
      file: 'theme.css',
      text: `:is(${elements.map(({ tag }) => tag).join(', ')}) {\n${tokensOf(trial, place).join('\n')}\n}\n`,
    },
    {
      name: 'JSON',
      about: "The theme for the shop's own look, in the provider's document; and to continue here later.",
      file: 'theme.json',
      text: `${JSON.stringify(theme, null, 2)}\n`,
    },
  ]
}

const tokensOf = ({ theme }: Trial, { own }: Place) =>
  Object.entries(themeTokens(mergeLook(own, theme))).map(([name, value]) => `  ${name}: ${value};`)

/** A theme that is the shop's own look need not be repeated. */
const ownTheme = ({ theme }: Trial, { own }: Place) =>
  JSON.stringify(theme) === JSON.stringify(themeOf(own)) ? undefined : theme

function htmlOf(trial: Trial, place: Place): string {
  const { provider, origin } = place
  const theme = ownTheme(trial, place)
  const attributes = [
    ...attributesOf(trial).map(([{ attribute, kind }, value]) =>
      kind === 'flag' ? ` ${attribute}` : ` ${attribute}=${quoted(value)}`,
    ),
    trial.lang && ` lang=${quoted(trial.lang)}`,
    theme && ` theme=${quoted(JSON.stringify(theme))}`,
  ]
  const css = trial.css.trim()
  return [
    `<script type="module" src=${quoted(`${origin}/v1/loader.js`)} data-provider=${quoted(provider)}></script>`,
    ...(css ? [`<style>\n${css}\n</style>`] : []),
    `<${trial.tag}${attributes.filter(Boolean).join('')}></${trial.tag}>`,
    '',
  ].join('\n')
}

/** In the quotes that the text has fewer of. */
function quoted(text: string): string {
  const escaped = text.replaceAll('&', '&amp;')
  return escaped.includes('"') ? `'${escaped.replaceAll("'", '&#39;')}'` : `"${escaped}"`
}

function reactOf(trial: Trial, place: Place): string {
  const { entry, component } = elementOf(trial.tag)
  const theme = ownTheme(trial, place)
  const all = attributesOf(trial).map(([option, value]) => ({ name: option.name, text: propertyOf(option, value) }))
  // the only one of these that every element has
  const ofRoot = all.filter(({ name }) => name === 'routes')
  const properties = all.filter((each) => !ofRoot.includes(each)).map(({ text }) => ` ${text}`)
  const root = [
    `api=${jsx(place.origin)}`,
    `provider=${jsx(place.provider)}`,
    ...(trial.lang ? [`lang=${jsx(trial.lang)}`] : []),
    ...(theme ? ['theme={theme}'] : []),
    ...ofRoot.map(({ text }) => text),
  ]
  return [
    "import { Root } from '@portraitkit/widgets'",
    `import { ${component} } from '@portraitkit/widgets/${entry}'`,
    '',
    ...(theme ? [`const theme = ${JSON.stringify(theme, null, 2)} as const`, ''] : []),
    'export function Pictures() {',
    '  return (',
    `    <Root ${root.join(' ')}>`,
    `      <${component}${properties.join('')} />`,
    '    </Root>',
    '  )',
    '}',
    '',
  ].join('\n')
}

/** A text as the value of a property. */
const jsx = (text: string) => (/["\\&{}<>]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`)

function propertyOf({ name, kind }: ListedOption, value: string): string {
  if (kind === 'flag') return name
  return kind === 'text' ? `${name}=${jsx(value)}` : `${name}={${value}}`
}
