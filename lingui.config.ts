import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const root = import.meta.dirname

/** The languages are the files in `texts`: adding one is adding a file. */
const languages = readdirSync(join(root, 'texts')).flatMap((file) => /^([\w-]+)\.po$/.exec(file)?.[1] ?? [])

/** `msg` by the paths under which it is imported; core names the file itself. */
const macros = ['@portraitkit/core/msg.ts', './msg.ts', '../msg.ts', '../../msg.ts']

/** The files that declare texts: the others need not be parsed, which takes a second instead of twenty. */
const declaring = globSync('packages/{core,server,widgets}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(?:test|stories)\.tsx?$|\/testing\//.test(file))
  .filter((file) => {
    const [, path] =
      /import \{[^}]*\bmsg\b[^}]*\} from '([^']*\/msg\.ts)'/.exec(readFileSync(join(root, file), 'utf8')) ?? []
    if (path && !macros.includes(path))
      throw new Error(`${file} imports msg as ${path}, which lingui does not know: lingui.config.ts`)
    return path !== undefined
  })

export default defineConfig({
  rootDir: root,
  sourceLocale: 'en',
  locales: languages,
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/texts/{locale}', include: declaring }],
  // a line number would change with every edit above it
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
  macro: { corePackage: macros },
})
