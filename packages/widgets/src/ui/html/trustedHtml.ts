type Rules = { createHTML(html: string): string }
const ours: unique symbol = Symbol.for('portraitkit.policy')
/** The browser's policy factory, with the policy that the first copy of the widgets has created on it. */
type Factory = { createPolicy(name: string, rules: Rules): Rules; [ours]?: Rules }

const asItIs: Rules = { createHTML: (html) => html }

/**
 * HTML that the server has sanitised, in a form accepted by pages that refuse plain strings (`require-trusted-types-for
 * 'script'`). The policy is created with the first HTML. A page allows each name once, so every copy and version of the widgets
 * on it shares the same policy.
 */
export function trustedHtml(html: string): string {
  const { trustedTypes } = globalThis as unknown as { trustedTypes?: Factory }
  if (!trustedTypes) return html
  trustedTypes[ours] ??= policyOf(trustedTypes)
  return trustedTypes[ours].createHTML(html)
}

/** A page may allow other policies only and yet accept strings: if it does not, the browser reports that at the HTML. */
function policyOf(trustedTypes: Factory): Rules {
  try {
    return trustedTypes.createPolicy('portraitkit', asItIs)
  } catch {
    return asItIs
  }
}
