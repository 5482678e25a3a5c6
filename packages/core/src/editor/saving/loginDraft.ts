import type { TabMemory } from '../../tabMemory.ts'
import type { DesignContent } from '../../template/design.ts'
import type { EditorOptions } from '../design/editorOptions.ts'

/** A design that survives the login: the work of a signed-out visitor, and whether to add it to the cart afterwards. */
export type Draft = {
  product: string
  /** The template with which the editor was opened; the design may have switched to another one. */
  template: string
  content: DesignContent
  /** The extras. */
  subProducts?: readonly string[]
  /** The quantity to add to the cart after the login; 0 if the customer only wanted to continue. */
  quantity: number
  /** The version of the customer's design that it builds on; 0 if it was started signed out. */
  builtOn?: number
  /** The line of the cart that it changes. */
  line?: string
}

/** The maximum number of drafts in a tab; the oldest is dropped. */
const MAX_DRAFTS = 10

export function saveDraft(memory: TabMemory, draft: Draft): void {
  const others = drafts(memory).filter(
    (each) => each.product !== draft.product || each.template !== draft.template || each.line !== draft.line,
  )
  write(memory, [draft, ...others])
}

/** The latest draft. */
export function latestDraft(memory: TabMemory): Draft | undefined {
  return drafts(memory).find(({ line }) => line === undefined)
}

/**
 * The draft for what an editor edits: a card of this product and template, started with it or switched to it, or the change of
 * a line.
 */
export function findDraft(memory: TabMemory, edited: EditorOptions): Draft | undefined {
  return drafts(memory).find((each) => isDraftOf(each, edited))
}

export function dropDraft(memory: TabMemory, edited: EditorOptions): void {
  const all = drafts(memory)
  const others = all.filter((each) => !isDraftOf(each, edited))
  if (others.length < all.length) write(memory, others)
}

function isDraftOf({ line, product, template, content }: Draft, edited: EditorOptions): boolean {
  if ('orderLine' in edited) return line === edited.orderLine
  if ('item' in edited || line !== undefined || product !== edited.product) return false
  return template === edited.template || content.template.uuid === edited.template
}

/** The latest first. The memory is the shop's own and versioned; the server checks a design before it saves or sells it. */
function drafts(memory: TabMemory): Draft[] {
  const { draft, earlierDrafts = [] } = memory.read()
  return [draft, ...earlierDrafts].filter((each): each is Draft =>
    Array.isArray((each as Partial<Draft> | undefined)?.content?.resources),
  )
}

function write(memory: TabMemory, [latest, ...earlier]: Draft[]): void {
  memory.write({ draft: latest, earlierDrafts: earlier.length > 0 ? earlier.slice(0, MAX_DRAFTS - 1) : undefined })
}
