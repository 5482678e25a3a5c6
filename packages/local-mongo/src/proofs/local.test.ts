import { describe, it } from 'vitest'
import { localCases } from './localCases.ts'
import { source } from './process.ts'

describe('the local database', () => {
  it.each(Object.entries(localCases))('%s', (_name, run) => run(source))
})
