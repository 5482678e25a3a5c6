import type { App } from '../../platform/app.ts'
import type { ListChanges } from '../../platform/db/rangeList.ts'
import { recordProductPrices } from '../products/collection.ts'
import { brokenLinks, risingPrices, unknownJobs } from './brokenLinks.ts'
import type { RangeFault, ReadFile } from './fileList.ts'
import { documentsOf, listEntries, type RangeFile, readRange } from './rangeFile.ts'

/**
 * Makes a provider's range match a file. Everything is checked first: an error changes nothing, and applying the same file
 * twice changes nothing either. Orders and print files keep what was agreed to. `doubts` are not errors, but possible mistakes.
 */
export async function applyRange(
  app: App,
  provider: string,
  input: unknown,
  readFile: ReadFile,
): Promise<{ outcomes: Record<string, ListChanges>; doubts: RangeFault[] } | { faults: RangeFault[] }> {
  const read = readRange(input)
  if ('faults' in read) return read
  const links = await brokenLinks(app, provider, read.range)
  if (links.length > 0) return { faults: links }
  const faults: RangeFault[] = []
  const replacements: Array<[name: string, replace: () => Promise<ListChanges>]> = []
  for (const [name, { prepare }] of listEntries) {
    const documents = documentsOf(read.range, name)
    if (!documents) continue
    const prepared = await prepare({ app, provider, readFile }, documents)
    if ('replace' in prepared) replacements.push([name, prepared.replace])
    else
      faults.push(
        ...prepared.faults.map(({ path, reason }) => ({ path: [name, path].filter(Boolean).join('.'), reason })),
      )
  }
  if (faults.length > 0) return { faults }
  const doubts = [...(await unknownJobs(app, provider, read.range)), ...risingPrices(read.range)]
  const outcomes: Record<string, ListChanges> = {}
  for (const [name, replace] of replacements) outcomes[name] = await replace()
  // only now: the price of a product depends on two of the lists
  await recordProductPrices(app, provider)
  return { doubts, outcomes }
}

/** The range as a file: applying it with `applyRange` would change nothing. */
export async function showRange(app: App, provider: string): Promise<RangeFile> {
  const lists = await Promise.all(
    listEntries.map(async ([name, { list }]) => [name, await list(app, provider)] as const),
  )
  return Object.fromEntries(lists)
}
