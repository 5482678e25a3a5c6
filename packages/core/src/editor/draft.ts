import type { Memory } from '../memory.ts'
import type { DesignContent } from '../template/design.ts'

/** A design that outlives the way through the login: what somebody made signed out, and whether it is to be added to the cart. */
export type Draft = {
  product: string
  /** The template that the editor was opened with; the design may have gone on to another one. */
  template: string
  content: DesignContent
  /** What is wanted with it. */
  subProducts?: readonly string[]
  /** How many to add to the cart after the login; 0 where the customer only wanted to go on. */
  quantity: number
  /** The version of the customer's design that it builds on; 0 where it was begun signed out. */
  builtOn?: number
  /** The line of the cart that it is a change of. */
  line?: string
}

export function keepDraft(memory: Memory, kept: Draft): void {
  memory.write({ draft: kept })
}

/** The draft that waits, of whatever template. */
export function waitingDraft(memory: Memory): Draft | undefined {
  // The memory is the shop's own and versioned; the server checks a design before it keeps or sells it.
  const held = memory.read().draft as Partial<Draft> | undefined
  return Array.isArray(held?.content?.resources) ? (held as Draft) : undefined
}

/** The draft of this product and template, begun with it or gone on to it, where that is the one that waits. */
export function draftOf(memory: Memory, product: string, template: string): Draft | undefined {
  const held = waitingDraft(memory)
  if (held?.product !== product || held.line) return undefined
  return held.template === template || held.content.template.uuid === template ? held : undefined
}

/** The change of this line of the cart, where that is what waits. */
export function draftOfLine(memory: Memory, line: string): Draft | undefined {
  const held = waitingDraft(memory)
  return held?.line === line ? held : undefined
}

export function dropDraft(memory: Memory): void {
  memory.write({ draft: undefined })
}
