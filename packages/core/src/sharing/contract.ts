import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The maximum number of recipients, and of picture sets, per mail. */
export const MAX_RECIPIENTS = 20
export const MAX_SHARED_SETS = 50

const several = (max: number) => z.array(z.string().check(z.maxLength(320))).check(z.maxLength(max))

export const sharing = {
  share: endpoint({
    name: 'sharing.share',
    method: 'GET',
    path: '/sections/prophoto/ajax/do_tipafriend.php',
    access: 'customer',
    changes: true,
    // Repeated query parameters of these names (001 §7).
    input: () => z.object({ 'email[]': several(MAX_RECIPIENTS), 'subjects[]': several(MAX_SHARED_SETS) }),
    // An error is an outcome, not a failure: its text is for the person who shares.
    answer: () => z.object({ error: z.optional(z.string()), recipients: z.optional(z.array(z.string())) }),
    summary: "Emails the code of the customer's picture sets to friends and family.",
  }),
}
