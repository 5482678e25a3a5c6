import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { startYear } from '@portraitkit/core/template/year.ts'

/** The current year in UTC, as on the server. */
export function thisYear(): number {
  return new Date().getUTCFullYear()
}

/** The year that the design shows: its own, or the template's start year. */
export function designYear({ content, definition }: EditorInstance): number {
  return content.year ?? startYear(definition, new Date()) ?? thisYear()
}
