import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ignoreDirectives } from '../../packages/widgets/vite.fixture.ts'
import { callsWithoutSchemas, plainIcons } from '../../packages/widgets/vite.lean.ts'

import { compiledMessages } from '../../packages/widgets/vite.messages.ts'
import { browsers } from '../../packages/widgets/vite.shared.ts'

/** The reference shop on React; `vite` alone serves it for development, with the API of a shop running on port 4000. */
export default defineConfig({
  plugins: [callsWithoutSchemas(), plainIcons(), compiledMessages(), react()],
  logLevel: 'warn',
  build: {
    target: browsers,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: ignoreDirectives,
      // Modules that three or more views need are one request instead of ten.
      output: { codeSplitting: { groups: [{ name: 'shared', test: /./, minShareCount: 3 }] } },
    },
  },
  server: { proxy: { '^/(api|ajax|sections|system|images|fonts|payments|c|m)/': 'http://localhost:4000' } },
})
