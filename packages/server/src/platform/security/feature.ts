import type { Feature } from '../feature.ts'
import { securityCollections } from './collection.ts'
import { securityPersonalData } from './personalData.ts'

/** The security log: what happened to accounts, codes, rights and downloads. Every floor and feature may record in it. */
export const security: Feature = {
  name: 'security',
  calls: [],
  collections: securityCollections,
  personalData: securityPersonalData,
}
