import { readFileSync } from 'node:fs'
import { formatMoney } from '@portraitkit/core/money.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { type Appearance, type Look, logoSvg } from '@portraitkit/core/provider/look.ts'
import { type Html, html, trustedHtml } from '../../../platform/html.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { SandboxSession } from './sessions.ts'
import { sandboxTexts } from './texts.ts'

const css = readFileSync(new URL('./page.css', import.meta.url), 'utf8')

/** The hosted page of a session, in the provider's look. `nonce` allows its one style sheet in the page's own policy. */
export function sandboxPage(provider: Provider, session: SandboxSession, nonce: string): string {
  const t = translateTo(session.language)
  const body = session.state === 'open' ? payForm(provider, session, t) : endedNote(provider, session, t)
  const page = html`<html lang="${session.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${t(sandboxTexts.title)} · ${provider.name}</title>
<style nonce="${nonce}">${trustedHtml(lookCss(provider.look) + css)}</style>
</head>
<body>
<main>
<header>${logo(provider)}<p class="tag">${t(sandboxTexts.title)}</p></header>
${body}
</main>
</body>
</html>`
  return `<!doctype html>\n${page.safe}`
}

function payForm(provider: Provider, session: SandboxSession, t: Translate): Html {
  const address = `/sandbox-gateway/${provider.key}/${session._id}`
  const amount = formatMoney(session.amount, session.currency, session.language)
  return html`<h1><span class="order">${t(sandboxTexts.order, { reference: session.reference })}</span> <span class="amount">${amount}</span></h1>
<p class="note">${t(sandboxTexts.note)}</p>
<form method="post">
<fieldset>
<legend>${t(sandboxTexts.card)}</legend>
<label>${t(sandboxTexts.number)}<output>4242 4242 4242 4242</output></label>
<div class="pair"><label>${t(sandboxTexts.expiry)}<output>12 / 34</output></label><label>${t(sandboxTexts.code)}<output>123</output></label></div>
</fieldset>
<button class="primary" formaction="${address}/pay">${t(sandboxTexts.pay, { amount })}</button>
<button formaction="${address}/decline">${t(sandboxTexts.decline)}</button>
</form>
<p class="back"><a href="${session.cancelUrl}">${t(sandboxTexts.back, { shop: provider.name })}</a></p>`
}

function endedNote(provider: Provider, session: SandboxSession, t: Translate): Html {
  return html`<h1>${t(sandboxTexts.ended)}</h1>
<p class="note">${t(sandboxTexts.endedNote)}</p>
<p class="back"><a class="primary" href="${session.returnUrl}">${t(sandboxTexts.return, { shop: provider.name })}</a></p>`
}

function logo({ look, name }: Provider): Html {
  const { label, width, height } = look.logo
  const picture = (appearance: Appearance) =>
    html`<span class="logo ${appearance}" role="img" aria-label="${label || name}" style="aspect-ratio: ${width} / ${height}">${trustedHtml(logoSvg(look, appearance))}</span>`
  return html`${picture('light')}${picture('dark')}`
}

/** The provider's look as the variables used in page.css. Its values were checked with the provider's document. */
function lookCss({ colours, type, radius, fonts }: Look): string {
  const faces = fonts.map(
    ({ family, src, weight }) =>
      `@font-face{font-family:${family};src:url(${src}) format("woff2");font-weight:${weight};font-display:swap}`,
  )
  const variables = (palette: Look['colours']['light']) =>
    Object.entries(palette)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(';')
  return [
    ...faces,
    `:root{${variables(colours.light)};--radius:${radius}px;--body:${type.body};--heading:${type.heading};`,
    `--heading-weight:${type.headingWeight};--size:${type.size}px}`,
    `@media (prefers-color-scheme:dark){:root{${variables(colours.dark)}}}\n`,
  ].join('')
}
