import type { SlotName } from '../packages/widgets/src/elementSlots.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'

/** The element that a page puts into a slot. */
export const SLOTTED = { header: 'header', footer: 'footer', empty: 'p' } as const

/** A surface as a page contains it: attributes, texts in slots, and a style sheet for its parts and tokens. */
type Embedded = {
  tag: Tag
  provider: string
  attributes: readonly [string, unknown][]
  slots: readonly [SlotName, string][]
  css: string
}

/** What somebody writes into a page to get it. */
export function htmlOf({ tag, provider, attributes, slots, css }: Embedded): string {
  const script = `<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="${provider}"></script>`
  const opening = [`<${tag}`, ...attributes.flatMap(([name, value]) => attributeText(name, value))].join(' ')
  const content = slots.map(([slot, words]) => {
    const element = SLOTTED[slot]
    return `  <${element} slot="${slot}">${escapeHtml(words)}</${element}>`
  })
  const element = content.length > 0 ? [`${opening}>`, ...content, `</${tag}>`] : [`${opening}></${tag}>`]
  const style = css ? ['<style>', ...css.split('\n').map((rule) => `  ${rule}`), '</style>'] : []
  return [script, ...style, ...element].join('\n')
}

/** A flag is written without a value, and an option without a value is not written. */
function attributeText(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '' || value === false) return []
  return [value === true ? name : `${name}="${escapeHtml(String(value))}"`]
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
