import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../docs/site/build.ts'
import { callCosts } from '../docs/site/callCosts.ts'
import { callsReference } from '../docs/site/calls.ts'
import { routesReference } from '../docs/site/routesReference.ts'
import { tokensReference } from '../docs/site/tokens.ts'
import { orderSheetJsonSchema } from '../packages/server/src/features/orders/printing/orderSheetSchema.ts'
import { rangeJsonSchema } from '../packages/server/src/features/range/jsonSchema.ts'
import { templateJsonSchema } from '../packages/server/src/features/template/jsonSchema.ts'
import { LANGUAGES } from '../packages/server/src/platform/texts.ts'
import { elementsReference } from '../packages/widgets/vite.manifest.ts'
import { renderNotices, shippedPackages } from './notices.ts'
import { findFaults, updateCatalogues } from './texts.ts'

/** Files by their path, each with the function that writes its content. */
export type GeneratedFiles = Readonly<Record<string, () => string>>

const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`

/** Every committed file that follows from code, or from what is installed. */
export const generatedFiles: GeneratedFiles = {
  'THIRD-PARTY-NOTICES.md': () => renderNotices(shippedPackages(ROOT)),
  'docs/reference/call-costs.md': callCosts,
  'docs/reference/calls.md': callsReference,
  'docs/reference/elements.md': elementsReference,
  'docs/reference/routes.md': routesReference,
  'docs/reference/tokens.md': tokensReference,
  'docs/reference/order.schema.json': () => json(orderSheetJsonSchema()),
  'docs/reference/range.schema.json': () => json(rangeJsonSchema()),
  'docs/reference/template.schema.json': () => json(templateJsonSchema()),
}

/** The files that differ from the code, or are missing. */
export function staleFiles(root: string, files: GeneratedFiles = generatedFiles): string[] {
  return Object.entries(files)
    .filter(([file, render]) => {
      const path = join(root, file)
      return !existsSync(path) || readFileSync(path, 'utf8') !== render()
    })
    .map(([file]) => `${file} is stale: run npm run generate`)
}

/** Writes all of them. */
export function generate(root: string, files: GeneratedFiles = generatedFiles): void {
  for (const [file, render] of Object.entries(files)) writeFileSync(join(root, file), render())
}

if (import.meta.main) {
  try {
    updateCatalogues(ROOT)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  generate(ROOT)
  const faults = findFaults(LANGUAGES)
  if (faults.length > 0) {
    console.error(faults.join('\n'))
    process.exitCode = 1
  }
}
