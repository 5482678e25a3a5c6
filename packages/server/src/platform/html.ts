/** A piece of HTML that is safe to put on a page. */
export type Html = { readonly safe: string }

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** HTML from a template: every value is escaped unless it is `Html`; null and false become nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { safe: parts.map((part, index) => part + renderValue(values[index])).join('') }
}

/** Marks HTML as known to be safe: the server's own style sheets, logos of checked outlines. */
export function trustedHtml(text: string): Html {
  return { safe: text }
}

function renderValue(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value !== 'object') return escapeHtml(String(value))
  return 'safe' in value ? value.safe : value.map(renderValue).join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
