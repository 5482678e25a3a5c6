import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The reference shop on React, with the packages as anybody installs them. Its API is that of a shop running on port 4000. */
export default defineConfig({
  plugins: [react()],
  logLevel: 'warn',
  build: {
    // the browsers for which the packages are built
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Modules that three or more views need are one request instead of ten.
      output: { codeSplitting: { groups: [{ name: 'shared', test: /./, minShareCount: 3 }] } },
    },
  },
  server: { proxy: { '^/(api|ajax|sections|system|images|fonts|payments|c|m)/': 'http://localhost:4000' } },
})
