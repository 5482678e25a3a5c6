import * as z from 'zod/mini'

/** 000 §3 Address, as an address service gives it. */
export const postalAddress = () =>
  z.object({
    address1: z.string(),
    address2: z.string(),
    postalCode: z.string(),
    city: z.string(),
    /** As the country writes it in an address: `MA` in the United States. */
    state: z.string(),
  })
