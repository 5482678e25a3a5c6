/** A shop that a journey goes through, as the people in it know it. */
export type World = {
  /** What the test's name says of it. */
  title: string
  provider: string
  /** The shop's own site. */
  shop: string
  /** The provider's own page, on another site, with the shop in one tag. */
  studio: string
  /** A code on a letter, and whose it is. */
  code: string
  subject: string
  /** A code that opens the picture sets of several children. */
  family?: { code: string; subjects: string[] }
  /** Somebody who has an account and that subject's or another's pictures. */
  customer: { email: string; password: string }
  /** A card of the list. */
  card: string
  address: { name: string; street: string; postalCode: string; city: string; state?: string }
  phone: string
  /** A child of whom there are portraits alone, whose set is offered for less than its price. */
  digital?: {
    code: string
    subject: string
    /** As the shop writes them. */
    price: string
    offer: string
    /** The photographer's own files of the child, in the order of the set. */
    photographs: string[]
  }
  /** Where there is every way to deliver and to pay (everyWay.ts). */
  everyWay?: {
    /** The price of the card, in minor units, and of all pictures of the child of `digital`. */
    cardPrice: number
    setPrice: number
    /** Where the child of the code is at school. */
    group: string
    job: string
  }
  /** What is offered on the way to the order of a card, one after the other. */
  offered?: readonly string[]
  /** How the shop writes amounts: a pattern of one. */
  amount: RegExp
}

export type House = {
  dataDir: string
  /** Where the mails arrive that the shop sends. */
  mailbox: string
  port: number
  /** Where a site that is built in a journey may have the shop of the last world: `http://studio.localhost:<port>`. */
  examplePort: number
  /** What the world with every way to pay knows of Stripe; a journey that pays there starts one with it. */
  stripe: { port: number; secretKey: string; webhookSecret: string }
  worlds: World[]
}

/**
 * The worlds of one journey after the other: each goes through all of them in the long form of the proofs, and through one,
 * in turn, in the short form.
 */
export function inTurn(worlds: readonly World[]): () => readonly World[] {
  let turn = 0
  return () =>
    process.env.PROOFS === 'long' ? worlds : worlds.slice(turn % worlds.length, (turn++ % worlds.length) + 1)
}

declare module 'vitest' {
  interface ProvidedContext {
    house: House
  }
}
