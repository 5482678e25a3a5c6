import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { nothing, time, uuid } from '../schemas.ts'

// lingui-set comment="What the shop answers when pictures cannot be shared"

/** The maximum number of recipients, and of picture sets, per mail. */
export const MAX_RECIPIENTS = 20
export const MAX_SHARED_SETS = 50
/** How long a share lasts by default, and at most. */
export const SHARE_DAYS = 90
export const MAX_SHARE_DAYS = 365

const several = (max: number) => z.array(z.string().check(z.maxLength(320))).check(z.maxLength(max))

/** The day that is so many days from now, such as `2026-11-30`. */
export const dayIn = (days: number, now: Date): string =>
  new Date(now.getTime() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

/** Missing until somebody has opened the link; `accounts` is the number of those who got the pictures by it. */
const opened = () => z.optional(z.object({ first: time(), last: time(), accounts: z.int() }))

/** What the customer shares with one recipient. */
const share = () =>
  z.object({
    uuid: uuid(),
    /** The recipient's email address. */
    recipient: z.string(),
    subjects: z.array(z.object({ uuid: uuid(), name: z.string() })),
    created: time(),
    /** The last day on which its link works, such as 2026-11-30. */
    until: z.iso.date(),
    opened: opened(),
  })

export type Share = z.infer<ReturnType<typeof share>>

export const sharing = {
  share: endpoint({
    name: 'sharing.share',
    method: 'GET',
    path: '/sections/prophoto/ajax/do_tipafriend.php',
    access: 'customer',
    changes: true,
    // Repeated query parameters of these names (001 §7).
    // `until`: the last day, such as 2026-11-30; by default `SHARE_DAYS` from now.
    input: () =>
      z.object({
        'email[]': several(MAX_RECIPIENTS),
        'subjects[]': several(MAX_SHARED_SETS),
        until: z.optional(z.string().check(z.maxLength(10))),
      }),
    // An error is an outcome, not a failure: its text is for the person who shares.
    answer: () => z.object({ error: z.optional(z.string()), recipients: z.optional(z.array(z.string())) }),
    summary:
      "Shares the customer's picture sets with friends and family: each gets an email with a link of their own, until a day.",
  }),
  list: endpoint({
    name: 'sharing.list',
    method: 'GET',
    path: '/api/webshop/shares',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.object({ shares: z.array(share()) }),
    summary: 'What the customer shares now, and with whom; the newest first.',
  }),
  end: endpoint({
    name: 'sharing.end',
    method: 'DELETE',
    path: '/api/webshop/shares/:uuid',
    access: 'customer',
    changes: true,
    input: () => z.object({ uuid: uuid() }),
    // `opened`: of the share that was ended; missing if nobody has opened its link.
    answer: () => z.object({ shares: z.array(share()), opened: opened() }),
    failures: {
      'sharing.unknown': { status: 404, text: msg({ message: 'We could not find this among what you share.' }) },
    },
    summary:
      'Ends a share: within a second its link and everything seen by it are refused. Answers what is still shared, and whether the link was opened until then.',
  }),
}
