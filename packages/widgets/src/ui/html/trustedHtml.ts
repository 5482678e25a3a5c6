type Rules = { createHTML(html: string): string }
const ours: unique symbol = Symbol.for('portraitkit.policy')
/** What a browser makes policies with, and on it the one that the first copy of the widgets has made. */
type Factory = { createPolicy(name: string, rules: Rules): Rules; [ours]?: Rules }

const asItIs: Rules = { createHTML: (html) => html }

/**
 * HTML that the server has sanitised, in the form that a page takes whose policy refuses plain strings
 * (`require-trusted-types-for 'script'`). It is made when HTML first comes. A page allows each name once, so every copy and
 * version of the widgets on it takes the same policy.
 */
export function trustedHtml(html: string): string {
  const { trustedTypes } = globalThis as unknown as { trustedTypes?: Factory }
  if (!trustedTypes) return html
  trustedTypes[ours] ??= policyOf(trustedTypes)
  return trustedTypes[ours].createHTML(html)
}

/** A page may name policies without ours and yet take strings: where it does not, the browser says so at the HTML. */
function policyOf(trustedTypes: Factory): Rules {
  try {
    return trustedTypes.createPolicy('portraitkit', asItIs)
  } catch {
    return asItIs
  }
}
