import * as z from 'zod/mini'

/** 000 §3 Address, as an address service returns it. */
export const postalAddress = () =>
  z.object({
    address1: z.string(),
    address2: z.string(),
    postalCode: z.string(),
    city: z.string(),
    /** The form used in addresses of the country: `MA` in the United States. */
    state: z.string(),
  })
