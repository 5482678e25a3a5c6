import { mergeConfig } from 'vite'
import shop from '../examples/host-site/vite.config.ts'
import { ignoreDirectives } from '../packages/widgets/vite.fixture.ts'
import { callsWithoutSchemas, plainIcons } from '../packages/widgets/vite.lean.ts'
import { compiledMessages } from '../packages/widgets/vite.messages.ts'

/**
 * Builds the reference shop from the sources in this repository instead of the published packages: what these have gone through
 * before they are published is done here. Nobody else needs it, so that it is no part of the shop.
 */
export default mergeConfig(shop, {
  plugins: [callsWithoutSchemas(), plainIcons(), compiledMessages()],
  build: { rolldownOptions: { onLog: ignoreDirectives } },
})
