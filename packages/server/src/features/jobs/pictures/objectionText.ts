import type { Objection } from '../withholding.ts'

/** Why somebody must not be in a picture, for an operator. */
export function objectionText({ why, since }: Objection): string {
  if (why === 'withdrawn') return 'withdrawn'
  return since ? `no to ${why}` : `not asked about ${why}`
}
