import * as z from 'zod'
import type { FileList, RangeFault } from './fileList.ts'
import { rangeLists } from './rangeLists.ts'

type Lists = typeof rangeLists
type ListName = keyof Lists
type DocumentOf<List> = List extends FileList<infer D> ? D : never

/**
 * A provider's range as one file. A list in it is complete: anything missing from it is no longer sold. A list that is not in
 * the file is left unchanged.
 */
export type RangeFile = { $schema?: string | undefined } & {
  [Name in ListName]?: Array<DocumentOf<Lists[Name]>> | undefined
}

/** The lists as `[name, list]`, for code that treats all of them alike. */
export const listEntries = Object.entries(rangeLists) as unknown as ReadonlyArray<
  [ListName, FileList<Record<string, unknown>>]
>

/** The documents of one list in a range, for code that treats all lists alike. */
export function documentsOf(range: RangeFile, name: ListName): ReadonlyArray<Record<string, unknown>> | undefined {
  return range[name]
}

export function rangeFile(): z.ZodType<RangeFile> {
  const lists = Object.fromEntries(listEntries.map(([name, { schema }]) => [name, schema().optional()]))
  return z.strictObject({ $schema: z.string().optional(), ...lists }) as unknown as z.ZodType<RangeFile>
}

/** Reads a range. Returns it, or everything that is wrong with it as far as the file alone shows. */
export function readRange(input: unknown): { range: RangeFile } | { faults: RangeFault[] } {
  const parsed = rangeFile().safeParse(input)
  if (!parsed.success) return { faults: parsed.error.issues.flatMap(faultsOf) }
  const faults = listEntries.flatMap(([name, { key }]) => duplicateKeys(name, key, documentsOf(parsed.data, name)))
  return faults.length > 0 ? { faults } : { range: parsed.data }
}

function faultsOf({ path, message, ...issue }: z.core.$ZodIssue): RangeFault[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [null]
  return names.map((name) => ({
    path: [...path, ...(name === null ? [] : [name])].join('.'),
    reason: name === null ? message : 'There is no such field',
  }))
}

function duplicateKeys(
  list: string,
  key: string,
  documents: ReadonlyArray<Record<string, unknown>> = [],
): RangeFault[] {
  const seen = documents.map((document) => document[key])
  return seen.flatMap((value, index) =>
    seen.indexOf(value) < index ? [{ path: `${list}.${index}.${key}`, reason: `"${value}" occurs twice` }] : [],
  )
}
