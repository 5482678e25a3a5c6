import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'

/** A moment in time, independent of the reader's clock. */
export const moment = () =>
  z.iso.datetime({ offset: true, error: 'A time is written with its time zone, such as 2026-11-30T18:00:00+01:00' })

/**
 * Who qualifies for a campaign, a promotion or a rebate, as a provider writes it: all its conditions must be met; an empty rule
 * is met by everybody.
 */
export const rule = () =>
  z
    .strictObject({
      /** From this moment on. */
      from: moment().optional(),
      /** Until this moment, which is excluded. */
      until: moment().optional(),
      /** Jobs by their name or uuid: the customer has pictures of one of them. */
      jobs: z.array(z.string().min(1)).min(1).optional(),
      /** Kinds of jobs, by name or uuid. */
      jobTypes: z.array(z.string().min(1)).min(1).optional(),
      /** The cart contains one of these products, or any product, at least this often. */
      inCart: z.strictObject({ products: z.array(uuid()).min(1).optional(), quantity: z.int().min(1) }).optional(),
      /** The customer has placed an order before, or has not. */
      hasOrdered: z.boolean().optional(),
    })
    .refine(({ from, until }) => !from || !until || new Date(from) < new Date(until), {
      path: ['until'],
      error: 'It ends before it begins',
    })
export type Rule = z.infer<ReturnType<typeof rule>>

/** The facts about a customer when a rule is checked; about a visitor, only the time. */
export type Facts = {
  now: Date
  jobs: ReadonlyArray<{ uuid: string; name: string; jobType: { uuid: string; name: string } }>
  /** The pieces in the cart, by product. */
  inCart: ReadonlyMap<string, number>
  hasOrdered: boolean
}

/** PRC-6: whether a rule is met. Only the server checks it. */
export function isRuleMet({ from, until, jobs, jobTypes, inCart, hasOrdered }: Rule, facts: Facts): boolean {
  return (
    (!from || facts.now >= new Date(from)) &&
    (!until || facts.now < new Date(until)) &&
    (!jobs || facts.jobs.some((job) => jobs.includes(job.uuid) || jobs.includes(job.name))) &&
    (!jobTypes ||
      facts.jobs.some(({ jobType }) => jobTypes.includes(jobType.uuid) || jobTypes.includes(jobType.name))) &&
    (!inCart || piecesOf(inCart.products, facts.inCart) >= inCart.quantity) &&
    (hasOrdered === undefined || hasOrdered === facts.hasOrdered)
  )
}

function piecesOf(products: readonly string[] | undefined, inCart: Facts['inCart']): number {
  return [...inCart].reduce((sum, [product, pieces]) => sum + (!products || products.includes(product) ? pieces : 0), 0)
}
