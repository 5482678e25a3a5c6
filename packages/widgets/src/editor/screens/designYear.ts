import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { startYear } from '@portraitkit/core/template/year.ts'

/** The current year as the server counts it. */
export function thisYear(): number {
  return new Date().getUTCFullYear()
}

/** The year that the design shows: its own, or the one that the template begins with. */
export function designYear({ content, definition }: EditorInstance): number {
  return content.year ?? startYear(definition, new Date()) ?? thisYear()
}
