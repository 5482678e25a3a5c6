import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { CheckedTemplateFile } from './checkFolder.ts'
import { saveTemplate, templateOf } from './collection.ts'

export type ImportedTemplate = CheckedTemplateFile & {
  definition: TemplateDefinition
  outcome: 'imported' | 'unchanged'
}

/** Imports the templates of a folder into a shop, one after the other; null if any has an error: then none is imported. */
export async function importChecked(
  app: App,
  provider: Provider,
  checked: readonly CheckedTemplateFile[],
): Promise<ImportedTemplate[] | null> {
  if (checked.some(({ problems }) => problems.length > 0)) return null
  const imported: ImportedTemplate[] = []
  for (const each of checked) {
    const { file, definition } = each
    if (!definition) continue
    const known = await templateOf(app, provider.key, definition.uuid, definition.version)
    await saveTemplate(app, provider.key, file.given, file.readAsset)
    imported.push({ ...each, definition, outcome: known ? 'unchanged' : 'imported' })
  }
  return imported
}
