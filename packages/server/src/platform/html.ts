/** A piece of HTML that is safe to put on a page. */
export type Html = { readonly safe: string }

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** HTML from a template: every value is escaped unless it is `Html`; null and false become nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { safe: parts.map((part, index) => part + written(values[index])).join('') }
}

/** Marks HTML as known to be safe: our own style sheets, logos of checked outlines. */
export function trusted(text: string): Html {
  return { safe: text }
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value !== 'object') return escapeHtml(String(value))
  return 'safe' in value ? value.safe : value.map(written).join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
