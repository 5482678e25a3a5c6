import { createHash } from 'node:crypto'
import { writeCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../app.ts'
import { html } from '../http/html.ts'
import { nearestWords } from '../mail/nearestWords.ts'
import type { Mail } from '../mail/queue.ts'
import type { Provider } from '../provider/document.ts'
import { sharingWords } from './words.ts'

/** A picture set as it is shared. */
export type Shared = { uuid: string; name: string; code: string }

export type Share = {
  /** The customer's uuid. */
  sender: string
  /** What the sender is called in the mail. */
  from: string
  to: string
  sets: readonly Shared[]
  language: string
  day: Date
}

/**
 * How a sender is called: by name, else by e-mail address. A name that could be read as an address of the web would make the
 * shop's mails carry anybody's links.
 */
export function senderOf(name: string, email: string): string {
  const given = name.trim()
  return given === '' || /[\p{L}\p{N}][.:/@][\p{L}\p{N}/]/u.test(given) ? email : given
}

/** The mail with a link for each picture set. The same sets for the same person are one mail a day, however often they are sent. */
export function sharedMail(app: App, provider: Provider, share: Share): Mail {
  const { sender, from, to, sets, language, day } = share
  const t = nearestWords(sharingWords, language)
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(sets.map(({ name }) => name))
  const links = sets.map(({ name, code }) => ({
    label: t.see(name),
    href: linkOf(app, provider, code),
    hint: t.code(writeCode(code)),
  }))
  const intro = t.intro(from, provider.name)
  return {
    provider: provider.key,
    key: keyOf({ sender, to, sets, day }),
    to,
    subject: t.subject(from, names),
    text: [
      t.title(names),
      intro,
      ...links.map(({ label, href, hint }) => `${label}:\n${href}\n${hint}`),
      t.private,
      t.why(from),
    ].join('\n\n'),
    html: html`<h1>${t.title(names)}</h1><p>${intro}</p>${links.map(
      ({ label, href, hint }) => html`<p><a href="${href}">${label}</a><br>${hint}</p>`,
    )}<p>${t.private}</p><p>${t.why(from)}</p>`.safe,
  }
}

function keyOf({ sender, to, sets, day }: Pick<Share, 'sender' | 'to' | 'sets' | 'day'>): string {
  const what = [sender, to, day.toISOString().slice(0, 10), ...sets.map(({ uuid }) => uuid).sort()]
  return `share ${createHash('sha256').update(what.join('\n')).digest('base64url').slice(0, 22)}`
}

/** The link on a letter, at the provider's own host. */
function linkOf({ env }: App, { hosts, key }: Provider, code: string): string {
  const address = new URL(`/c/${encodeURIComponent(code)}`, env.publicUrl)
  const [host] = hosts
  if (host) address.hostname = host
  else address.searchParams.set('provider', key)
  return address.href
}
