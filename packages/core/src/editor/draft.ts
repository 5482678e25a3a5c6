import * as z from 'zod/mini'
import type { Memory } from '../memory.ts'
import { uuid } from '../schemas.ts'
import { designContent } from '../template/design.ts'

/** A design that outlives the way through the login: what somebody made signed out, and whether it is to be added to the cart. */
const draft = () =>
  z.object({
    product: uuid(),
    content: designContent(),
    /** How many to add to the cart after the login; 0 where the customer only wanted to go on. */
    quantity: z.int().check(z.nonnegative()),
  })
export type Draft = z.infer<ReturnType<typeof draft>>

export function keepDraft(memory: Memory, kept: Draft): void {
  memory.write({ draft: kept })
}

/** The draft of this product and template, where that is the one that waits. */
export function draftOf(memory: Memory, product: string, template: string): Draft | undefined {
  const { draft: held } = memory.read()
  const read = held === undefined ? undefined : draft().safeParse(held).data
  return read?.product === product && read.content.template.uuid === template ? read : undefined
}

export function dropDraft(memory: Memory): void {
  memory.write({ draft: undefined })
}
