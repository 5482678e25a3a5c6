import type { ArgTypes, Preview } from '@storybook/react-vite'
import { mswLoader } from 'msw-storybook-addon/csf3'
import { createElement } from 'react'
import { PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import type { Options } from '../packages/widgets/src/options.ts'
import { surfaces } from '../packages/widgets/src/surfaces.ts'
import { answerFromRecordings } from './answers.ts'
import { restyleControls } from './restyle.ts'
import { loadStage, tagOf } from './stage.ts'
import { UiStory } from './storyPage.tsx'
import { SurfaceStory } from './surfaceStory.tsx'
import { world } from './world.ts'

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

/** The description of a surface in the list of surfaces, with its events; of a part of `ui/`, its docstring. */
function descriptionOf(component: unknown): string {
  const tag = tagOf({ component })
  if (!tag) return (component as { __docgenInfo?: { description?: string } })?.__docgenInfo?.description ?? ''
  const { about, events } = surfaces[tag]
  const names = ['pk-navigate', 'pk-error', 'pk-analytics', ...events].map((name) => `\`${name}\``)
  return `${about}\n\nEvents: ${names.join(', ')}.`
}

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    controls: { disableSaveFromUI: true },
    docs: {
      codePanel: true,
      extractComponentDescription: descriptionOf,
    },
    // as the tests do: voice control needs the visible text in the name
    a11y: { options: { rules: { 'label-content-name-mismatch': { enabled: true } } } },
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
  // first the worker: the stage of a story is asked for through it
  loaders: [mswLoader(answerFromRecordings), loadStage],
  decorators: [
    (Story, context) => {
      const tag = tagOf(context)
      return tag
        ? createElement(SurfaceStory, { key: context.loaded.stage.api, tag, context })
        : createElement(UiStory, { context }, Story())
    },
  ],
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
