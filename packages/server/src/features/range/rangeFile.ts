import * as z from 'zod'
import { backgroundDocuments } from '../backgrounds/document.ts'
import { categoryDocument } from '../browsing/categories.ts'
import { promotedDocument } from '../browsing/collection.ts'
import { catalogueDocument } from '../catalogues/collection.ts'
import { inspectionDocument } from '../inspection/collection.ts'
import { packageDocument } from '../photo-packages/document.ts'
import { campaignDocument } from '../products/campaigns.ts'
import { productDocument } from '../products/document.ts'
import { voucherDocument } from '../vouchers/document.ts'

/** A reason why a range is refused, with its field. */
export type RangeFault = { path: string; reason: string }

/**
 * A provider's range as one file. A list in it is complete: anything missing from it is no longer sold. A list that is not in it
 * stays as it is.
 */
export const rangeFile = () =>
  z.strictObject({
    $schema: z.string().optional(),
    backgrounds: backgroundDocuments.optional(),
    categories: z.array(categoryDocument()).optional(),
    campaigns: z.array(campaignDocument()).optional(),
    catalogues: z.array(catalogueDocument()).optional(),
    inspections: z.array(inspectionDocument()).optional(),
    packages: z.array(packageDocument()).optional(),
    products: z.array(productDocument()).optional(),
    promoted: z.array(promotedDocument()).optional(),
    vouchers: z.array(voucherDocument()).optional(),
  })
export type RangeFile = z.infer<ReturnType<typeof rangeFile>>

/** The identifying field of the documents of each list. */
const KEYS = {
  backgrounds: 'key',
  categories: 'internalName',
  campaigns: 'key',
  catalogues: 'uuid',
  inspections: 'key',
  packages: 'uuid',
  products: 'uuid',
  promoted: 'template',
  vouchers: 'code',
} as const

/** Reads a range. Returns it, or everything that is wrong with it as far as the file alone shows. */
export function readRange(given: unknown): { range: RangeFile } | { faults: RangeFault[] } {
  const parsed = rangeFile().safeParse(given)
  if (!parsed.success) return { faults: parsed.error.issues.flatMap(faultsOf) }
  const faults = (Object.keys(KEYS) as Array<keyof typeof KEYS>).flatMap((list) =>
    duplicateKeys(list, parsed.data[list] ?? []),
  )
  return faults.length > 0 ? { faults } : { range: parsed.data }
}

function faultsOf({ path, message, ...issue }: z.core.$ZodIssue): RangeFault[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [null]
  return names.map((name) => ({
    path: [...path, ...(name === null ? [] : [name])].join('.'),
    reason: name === null ? message : 'There is no such field',
  }))
}

function duplicateKeys(list: keyof typeof KEYS, documents: ReadonlyArray<Record<string, unknown>>): RangeFault[] {
  const key = KEYS[list]
  const seen = documents.map((document) => document[key])
  return seen.flatMap((value, index) =>
    seen.indexOf(value) < index ? [{ path: `${list}.${index}.${key}`, reason: `"${value}" is there twice` }] : [],
  )
}
