import type { Collection } from '../feature.ts'

export const mailCollections: Collection[] = [{ name: 'mails', indexes: [{ key: { provider: 1, due: 1 } }] }]
