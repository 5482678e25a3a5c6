import { placeLine } from '@portraitkit/core/provider/country.ts'
import { type Html, html } from '../html.ts'
import type { Provider } from '../provider/document.ts'
import { translateTo } from '../texts.ts'
import { contactTexts } from './contactTexts.ts'
import type { Mail } from './mail.ts'

/**
 * The content of an email from top to bottom: a paragraph, or a link with a hint for readers whose links do not open. A quiet
 * link is not a button.
 */
export type MailPart = string | { link: string; href: string; hint?: string | undefined; quiet?: true }

export type MailContent = Pick<Mail, 'key' | 'to' | 'subject' | 'about' | 'forget' | 'customer' | 'sender'> & {
  language: string
  title: string
  parts: readonly MailPart[]
}

/** An email of a few paragraphs in the provider's look, as text and as HTML, with the contact at its end. */
export function layOutMail(provider: Provider, { language, title, parts, ...mail }: MailContent): Mail {
  const [shop, ...contact] = contactLines(provider, language)
  const text = [title, ...parts.map(textOf), [`${shop}`, ...contact].join('\n')].join('\n\n')
  const body = html`${parts.map((part) => partHtml(provider, part))}${contactHtml(provider, language)}`
  return {
    ...mail,
    provider: provider.key,
    text: `${text}\n`,
    html: mailHtml(provider, { language, title, body }).safe,
  }
}

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part
  return [`${part.link}:`, part.href, ...(part.hint ? [part.hint] : [])].join('\n')
}

/** A part of an email, as HTML. */
export function partHtml(provider: Provider, part: MailPart): Html {
  if (typeof part === 'string') return html`<p style="margin:16px 0 0">${part}</p>\n`
  const { soft } = provider.look.colours.light
  if (part.quiet) {
    return html`<p style="margin:20px 0 0;font-size:14px"><a href="${part.href}" style="color:${soft}">${part.link}</a></p>\n`
  }
  const hint = part.hint && html`<p style="margin:8px 0 0;color:${soft};font-size:14px">${part.hint}</p>\n`
  return html`${linkHtml(provider, part.href, part.link)}${hint}`
}

/** A link that looks like a button of the shop. */
export function linkHtml({ look }: Provider, href: string, label: string): Html {
  const { accent, onAccent } = look.colours.light
  return html`<p style="margin:20px 0 0"><a href="${href}" style="display:inline-block;padding:12px 20px;background:${accent};color:${onAccent};border-radius:${look.radius}px;text-decoration:none;font-weight:600">${label}</a></p>
`
}

/**
 * The frame of a provider's email, and of the server's own pages, around its body: styles on the elements, as mail programs of
 * every age need them, and a role instead of `main`, which the oldest drop.
 */
export function mailHtml(
  { look, name }: Provider,
  { language, title, body }: { language: string; title: string; body: Html },
): Html {
  const { paper, raised, ink, line } = look.colours.light
  const heading = headingStyle({ look })
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:${paper};color:${ink};font-family:${mailFont(look.type.body)};font-size:16px;line-height:1.5">
<div role="main" style="max-width:560px;margin:0 auto;padding:28px 24px;background:${raised};border:1px solid ${line};border-radius:${look.radius}px">
<p style="${heading};margin:0 0 24px;font-size:20px">${name}</p>
<h1 style="${heading};font-size:26px;line-height:1.2;margin:0 0 8px">${title}</h1>
${body}</div>
</body>
</html>`
}

export function headingStyle({ look }: Pick<Provider, 'look'>): string {
  return `font-family:${mailFont(look.type.heading)};font-weight:${look.type.headingWeight}`
}

/** The contact, as the last lines of an email. */
export function contactLines(provider: Provider, language: string): string[] {
  const { address, email, phone, postalCode, city, state } = provider.contactInfo
  const t = translateTo(language)
  const place = placeLine(t, provider.country, { postalCode, city, state })
  return [
    t(contactTexts.questions, { shop: provider.name }),
    ...[provider.name, address, place, email, phone].filter(Boolean),
  ]
}

export function contactHtml(provider: Provider, language: string): Html {
  const { line, soft } = provider.look.colours.light
  return html`<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid ${line};color:${soft};font-size:14px">${contactLines(provider, language).map((row) => html`${row}<br>`)}</p>
`
}

const SANS = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
const SERIF = 'Georgia, serif'

/** A font family for mail programs, which do not have the fonts that the shop loads (`pk-…`). */
export function mailFont(families: string): string {
  const named = families
    .split(',')
    .map((each) => each.trim().replaceAll('"', "'"))
    .filter((each) => each && !/^'?pk-/.test(each) && !GENERIC.test(each))
  const isSerif = /(^|[\s,'"-])serif/.test(families.replaceAll('sans-serif', ''))
  return [...named, isSerif ? SERIF : SANS].join(', ')
}

const GENERIC = /^(system-ui|ui-[a-z-]+|sans-serif|serif)$/
