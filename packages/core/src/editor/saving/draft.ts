import type { Memory } from '../../memory.ts'
import type { DesignContent } from '../../template/design.ts'
import type { EditorOptions } from '../design/editorOptions.ts'

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

/** So many wait in a tab; who begins more has given up the first. */
const MAX_DRAFTS = 10

export function keepDraft(memory: Memory, draft: Draft): void {
  const others = drafts(memory).filter(
    (each) => each.product !== draft.product || each.template !== draft.template || each.line !== draft.line,
  )
  write(memory, [draft, ...others])
}

/** The card that waits, the latest of them. */
export function waitingDraft(memory: Memory): Draft | undefined {
  return drafts(memory).find(({ line }) => line === undefined)
}

/** What waits of what an editor edits: a card of this product and template, begun with it or gone on to it, or a line's change. */
export function findDraft(memory: Memory, edited: EditorOptions): Draft | undefined {
  return drafts(memory).find((each) => isDraftOf(each, edited))
}

export function dropDraft(memory: Memory, edited: EditorOptions): void {
  const all = drafts(memory)
  const others = all.filter((each) => !isDraftOf(each, edited))
  if (others.length < all.length) write(memory, others)
}

function isDraftOf({ line, product, template, content }: Draft, edited: EditorOptions): boolean {
  if ('orderLine' in edited) return line === edited.orderLine
  if ('item' in edited || line !== undefined || product !== edited.product) return false
  return template === edited.template || content.template.uuid === edited.template
}

/** The latest first. The memory is the shop's own and versioned; the server checks a design before it keeps or sells it. */
function drafts(memory: Memory): Draft[] {
  const { draft, earlierDrafts = [] } = memory.read()
  return [draft, ...earlierDrafts].filter((each): each is Draft =>
    Array.isArray((each as Partial<Draft> | undefined)?.content?.resources),
  )
}

function write(memory: Memory, [latest, ...earlier]: Draft[]): void {
  memory.write({ draft: latest, earlierDrafts: earlier.length > 0 ? earlier.slice(0, MAX_DRAFTS - 1) : undefined })
}
