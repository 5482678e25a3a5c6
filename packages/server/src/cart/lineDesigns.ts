import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { createDrafts } from '../db/drafts.ts'

/** What customers have changed of lines in their carts and not put there yet, by the line. */
export const lineDesigns = createDrafts<DesignContent>('lineDesigns')
