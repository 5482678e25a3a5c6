import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { elementsReference } from '../../packages/widgets/vite.manifest.ts'
import { ROOT } from './build.ts'
import { callsReference } from './calls.ts'
import { routesReference } from './routesReference.ts'
import { tokensReference } from './tokens.ts'

/** What of the reference is written from code, by its file. */
export const references: Readonly<Record<string, () => string>> = {
  'docs/reference/calls.md': callsReference,
  'docs/reference/elements.md': elementsReference,
  'docs/reference/routes.md': routesReference,
  'docs/reference/tokens.md': tokensReference,
}

/** `node docs/site/reference.ts` writes all of them. */
if (import.meta.main) for (const [file, made] of Object.entries(references)) writeFileSync(join(ROOT, file), made())
