/** A shop for a journey, with everything that its customers know. */
export type World = {
  /** Its name in the test's title. */
  title: string
  provider: string
  /** The shop's own site. */
  shop: string
  /** The provider's own page, on another site, with the shop in one tag. */
  studio: string
  /** A code on a letter, and its subject. */
  code: string
  subject: string
  /** A code that opens the picture sets of several children. */
  family?: { code: string; subjects: string[] }
  /** A person with an account and pictures of that subject or another. */
  customer: { email: string; password: string }
  /** A card of the list. */
  card: string
  address: { name: string; street: string; postalCode: string; city: string; state?: string }
  phone: string
  /** A child with only portraits, whose set is offered at a reduced price. */
  digital?: {
    code: string
    subject: string
    /** Formatted as in the shop. */
    price: string
    offer: string
    /** The photographer's own files of the child, in the order of the set. */
    photographs: string[]
  }
  /** The world with every delivery and payment method (everyMethodShop.ts). */
  everyWay?: {
    /** The price of the card, in minor units, and of all pictures of the child of `digital`. */
    cardPrice: number
    setPrice: number
    /** The school of the code's child. */
    group: string
    job: string
  }
  /** The offers on the way to the order of a card, in order. */
  offered?: readonly string[]
  /** The shop's format of amounts: a pattern for one. */
  amount: RegExp
}

export type House = {
  dataDir: string
  /** The mailbox of the shop's emails. */
  mailbox: string
  port: number
  /** The port at which a site built in a journey may show the last world's shop: `http://studio.localhost:<port>`. */
  examplePort: number
  /** The requirements of the world with every payment method on Stripe; a journey that pays there starts one with it. */
  stripe: { port: number; secretKey: string; webhookSecret: string }
  worlds: World[]
}

/**
 * The worlds of the journeys: in the long form of the proofs each journey goes through all of them, in the short form through
 * one, in turn.
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
