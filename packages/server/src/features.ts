import { createAccount } from './account/routes.ts'
import type { Feature } from './feature.ts'
import { provider } from './provider/routes.ts'

/** Every feature of the server, in the order in which they may import each other: leftwards only. */
export const features: readonly Feature[] = [provider, createAccount(async () => {})]
