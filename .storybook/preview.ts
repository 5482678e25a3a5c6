import type { ArgTypes, Preview } from '@storybook/react-vite'
import { createElement } from 'react'
import { PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import type { Options } from '../packages/widgets/src/options.ts'
import { surfaces } from '../packages/widgets/src/surfaces.ts'
import { answerFromRecordings } from './answers.ts'
import { restyleControls } from './restyle.ts'
import { loadStage, SurfaceStory, tagOf } from './surface.tsx'
import { world } from './world.ts'

answerFromRecordings()

const choices = (icon: string, title: string, items: readonly { value: string; title: string }[]) => ({
  description: title,
  toolbar: { icon, title, items: [...items], dynamicTitle: true },
})
const languageName = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
const languages = [...new Set(world.providers.flatMap((provider) => provider.languages))]

/** The options of a surface that can be changed below its story. */
function controlsOf(options: Options): ArgTypes {
  const controls = Object.entries(options).map(([name, { kind, about, words }]) => {
    const control = words ? 'select' : kind === 'flag' ? 'boolean' : kind === 'number' ? 'number' : 'text'
    const table = { category: 'Options' }
    return [name, { name, description: about, control, table, ...(words ? { options: words } : {}) }]
  })
  return Object.fromEntries(controls)
}

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    controls: { disableSaveFromUI: true },
    options: {
      storySort: {
        // as a customer meets them
        order: [
          'The whole shop',
          'Getting in',
          'Pictures',
          'Products',
          'Packages',
          'Editor',
          'Digital portraits',
          'Cart',
          'Checkout',
          'Orders',
          'Account',
          'Pages',
        ],
      },
    },
  },
  argTypesEnhancers: [
    ({ argTypes, ...context }) => {
      const tag = tagOf(context)
      return tag ? { ...argTypes, ...controlsOf(surfaces[tag].options), ...restyleControls(tag) } : argTypes
    },
  ],
  loaders: [loadStage],
  render: (args, context) => createElement(SurfaceStory, { key: context.loaded.stage.api, args, context }),
  globalTypes: {
    provider: choices(
      'paintbrush',
      'Provider',
      world.providers.map(({ key, name }) => ({ value: key, title: name })),
    ),
    theme: choices('mirror', 'Theme', [
      { value: 'light', title: 'Light' },
      { value: 'dark', title: 'Dark' },
    ]),
    language: choices('globe', 'Language', [
      { value: 'own', title: "The provider's language" },
      ...languages.map((one) => ({ value: one, title: languageName(one) })),
      { value: PSEUDO, title: 'Pseudo-language: longer, with accents' },
    ]),
    country: choices('location', 'Country', [
      { value: 'own', title: "The provider's country" },
      { value: 'US', title: 'United States' },
      { value: 'GB', title: 'United Kingdom' },
      { value: 'AU', title: 'Australia' },
      { value: 'NO', title: 'Norway' },
    ]),
    person: choices('user', 'Who looks', [
      { value: 'own', title: 'As the story says' },
      { value: 'customer', title: 'Signed in' },
      { value: 'newcomer', title: 'Signed in, with a new account' },
      { value: 'visitor', title: 'Signed out' },
    ]),
  },
  initialGlobals: {
    provider: world.providers[0]?.key,
    theme: 'light',
    language: 'own',
    country: 'own',
    person: 'own',
  },
}
export default preview
