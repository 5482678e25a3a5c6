import { expect } from 'vitest'
import { mailsIn } from '../../../packages/server/src/testing/buildMailServer.ts'
import type { House } from './world.ts'

export type Letter = {
  subject: string
  text: string
  html: string
  /** The addresses of the links in an email. */
  links: string[]
}

/** The newest email in a mailbox with these words in its subject, once it has arrived. */
export async function mailTo({ mailbox }: House, address: string, subject: RegExp): Promise<Letter> {
  let found: Letter | undefined
  await expect
    .poll(
      async () => {
        const mails = await mailsIn(mailbox)
        const mail = mails.find(({ to, subject: its = '' }) => to?.[0]?.address === address && subject.test(its))
        const { text = '', html = '' } = mail ?? {}
        if (mail) found = { subject: mail.subject ?? '', text, html, links: text.match(/https?:\/\/\S+/g) ?? [] }
        return mail !== undefined
      },
      { timeout: 20_000, message: `an email to ${address}` },
    )
    .toBe(true)
  return found as Letter
}
