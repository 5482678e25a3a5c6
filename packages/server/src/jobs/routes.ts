import type { Feature } from '../feature.ts'
import { jobCollections } from './collection.ts'

/** Jobs, subjects and pictures as delivered. Customers see of them what other features show. */
export const jobs: Feature = { name: 'jobs', calls: [], collections: jobCollections }
