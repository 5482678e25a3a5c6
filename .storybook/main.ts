import type { StorybookConfig } from '@storybook/react-vite'
import { ignoreDirectives } from '../packages/widgets/vite.fixture.ts'
import { callsWithoutSchemas, plainIcons } from '../packages/widgets/vite.lean.ts'
import { browsers, privateZod, sharedConfig, translatableTexts } from '../packages/widgets/vite.shared.ts'
import { texts } from '../packages/widgets/vite.texts.ts'

/** The stories are next to their components; the answers to their calls are files of the recording. */
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  stories: ['../packages/widgets/src/**/*.stories.@(ts|tsx)'],
  staticDirs: [
    { from: './recorded', to: '/recorded' },
    { from: '../node_modules/msw/lib/mockServiceWorker.js', to: '/mockServiceWorker.js' },
  ],
  typescript: { reactDocgen: 'react-docgen', check: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  viteFinal: (vite) => ({
    ...vite,
    oxc: sharedConfig.oxc,
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
