import { join } from 'node:path'
import type { StorybookConfig } from '@storybook/react-vite'
import type { Alias, UserConfig } from 'vite'
import { ignoreDirectives } from '../packages/widgets/vite.fixture.ts'
import { callsWithoutSchemas, plainIcons } from '../packages/widgets/vite.lean.ts'
import { browsers, privateZod, sharedConfig, translatableTexts } from '../packages/widgets/vite.shared.ts'
import { texts } from '../packages/widgets/vite.texts.ts'
import { stories, titleOf } from './list.ts'
import { kindsOf, nameOf } from './states.ts'

/** One file renders every story; the list of stories is read from the list of surfaces. */
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['./surface.stories.tsx'],
  staticDirs: [{ from: './recorded', to: '/recorded' }],
  typescript: { reactDocgen: false, check: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  experimental_indexers: (existing) => [
    {
      test: /surface\.stories\.tsx$/,
      createIndex: async (importPath) =>
        Object.entries(stories).flatMap(([tag, of]) =>
          kindsOf(of).map((kind) => ({
            type: 'story' as const,
            importPath,
            exportName: kind,
            title: titleOf(tag),
            name: nameOf(of, kind),
          })),
        ),
    },
    ...(existing ?? []),
  ],
  viteFinal: (vite) => ({
    ...vite,
    oxc: sharedConfig.oxc,
    resolve: {
      ...vite.resolve,
      alias: [
        ...asList(vite.resolve?.alias),
        // a browser has no file system to search for stories
        { find: /^\.\/storyFiles\.ts$/, replacement: join(import.meta.dirname, 'storyFilesInBrowser.ts') },
      ],
    },
    plugins: [
      ...(vite.plugins ?? []),
      texts({ pseudo: true }),
      callsWithoutSchemas(),
      plainIcons(),
      privateZod(),
      translatableTexts(),
    ],
    build: {
      ...vite.build,
      target: browsers,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: { ...vite.build?.rolldownOptions, onLog: ignoreDirectives },
    },
  }),
}
export default config

type Aliases = NonNullable<UserConfig['resolve']>['alias']

const asList = (aliases: Aliases): readonly Alias[] =>
  Array.isArray(aliases)
    ? aliases
    : Object.entries(aliases ?? {}).map(([find, replacement]) => ({ find, replacement: String(replacement) }))
