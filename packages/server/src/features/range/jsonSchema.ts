import * as z from 'zod'
import { rangeFile } from './rangeFile.ts'

/** The JSON Schema of a range, for editors that check while somebody writes. */
export function rangeJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(rangeFile(), { io: 'input' })
  return {
    $schema,
    title: "Portraitkit: a provider's range",
    description: "Prices are in minor units of the provider's currency, such as cents. Times include their time zone.",
    ...schema,
  }
}
