import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { createDrafts } from '../../platform/db/drafts.ts'

/** The unfinished designs of customers. */
export const designs = createDrafts<DesignContent>('designs')
