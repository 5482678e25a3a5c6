import { mergeConfig } from 'vite'
import shop from '../examples/host-site/vite.config.ts'
import { ignoreDirectives } from '../packages/widgets/vite.fixture.ts'
import { callsWithoutSchemas, plainIcons } from '../packages/widgets/vite.lean.ts'
import { translatableTexts } from '../packages/widgets/vite.shared.ts'
import { texts } from '../packages/widgets/vite.texts.ts'

/**
 * Builds the reference shop from the sources in this repository instead of the published packages, with the steps that these go
 * through before they are published. Nobody else needs these steps, so they are not part of the shop.
 */
export default mergeConfig(shop, {
  plugins: [callsWithoutSchemas(), plainIcons(), texts(), translatableTexts()],
  build: { rolldownOptions: { onLog: ignoreDirectives } },
})
