import type { Case } from './case.ts'
import { filterCases } from './filters.ts'
import { indexCases } from './indexes.ts'
import { planCases } from './plans.ts'
import { queryCases } from './queries.ts'
import { typeCases } from './types.ts'
import { updateCases } from './updates.ts'
import { writeCases } from './writes.ts'

export const suites: Record<string, Case[]> = {
  filters: filterCases,
  updates: updateCases,
  types: typeCases,
  queries: queryCases,
  plans: planCases,
  writes: writeCases,
  indexes: indexCases,
}

/** A case by its name. Throws if there is none, so that no list of names becomes stale. */
export function caseNamed(name: string): Case {
  const found = Object.values(suites)
    .flat()
    .find((one) => one.name === name)
  if (!found) throw new Error(`There is no conformance case '${name}'`)
  return found
}
