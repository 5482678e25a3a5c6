import { templateDefinition } from '@portraitkit/core/template/definition.ts'
import * as z from 'zod'
import { allowAnyOrigin } from '../../platform/anyOrigin.ts'
import type { Page } from '../../platform/feature.ts'

/** The published address of the format: it contains the format's number, so the document for format 1 stays there. */
export const SCHEMA_ADDRESS = '/schemas/template-1.json'

/** The format of a template as JSON Schema, for editors that check while somebody writes. */
export function templateJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(templateDefinition(), { io: 'input' })
  return {
    $schema,
    title: 'Portraitkit template, format 1',
    description:
      'Lengths are millimetres from the upper left corner of the trimmed page, y down; font sizes are points.',
    ...schema,
  }
}

export const schemaPage: Page = {
  method: 'GET',
  path: SCHEMA_ADDRESS,
  needsProvider: false,
  handle: async (http) => {
    allowAnyOrigin(http)
    http.set('Cache-Control', 'public, max-age=3600')
    http.type = 'application/schema+json'
    http.body = JSON.stringify(templateJsonSchema(), null, 2)
  },
}
