import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ignoreDirectives } from './vite.fixture.ts'
import { callsWithoutSchemas } from './vite.lean.ts'
import { browsers, here, listedSurfaces, privateZod, sharedConfig } from './vite.shared.ts'

/** The theme editor, a page next to the widgets: `/v1/theme-editor/`. Built after the script tag, into whose folder it goes. */
export default defineConfig({
  ...sharedConfig,
  root: join(here, 'theme-editor'),
  define: { ...sharedConfig.define, __PORTRAITKIT_TAGS__: JSON.stringify(listedSurfaces().map(({ tag }) => tag)) },
  // Works wherever the widgets are served.
  base: './',
  plugins: [callsWithoutSchemas(), privateZod(), react()],
  build: {
    outDir: join(here, 'dist/cdn/theme-editor'),
    emptyOutDir: true,
    target: browsers,
    modulePreload: { polyfill: false },
    rolldownOptions: { onLog: ignoreDirectives },
  },
})
