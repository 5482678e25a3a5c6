import type { Document } from 'mongodb'
import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import type { ListChanges, RangeList } from '../../platform/db/rangeList.ts'
import { isOwnPicture, saveOwnPicture } from '../../platform/provider/ownPictures.ts'

/** A reason why a range is refused, with its field. */
export type RangeFault = { path: string; reason: string }

/** Reads a file next to the range file; null if there is none. */
export type ReadFile = (name: string) => Promise<Buffer | null>

export type ApplyContext = { app: App; provider: string; readFile: ReadFile }

/** One list of the range file. */
export type FileList<D> = {
  /** The schema of the whole list. */
  schema: () => z.ZodType<D[]>
  /** The collection in which it is stored. */
  collection: string
  /** The identifying field of its documents. */
  key: keyof D & string
  /** The list as the shop has it: applying it would change nothing. */
  list(app: App, provider: string): Promise<readonly D[]>
  /**
   * Checks what its schema cannot check, and stores the files that it names. Returns its errors, with their paths in the list,
   * otherwise the function that stores it as the shop's list.
   */
  prepare(
    context: ApplyContext,
    documents: readonly D[],
  ): Promise<{ faults: RangeFault[] } | { replace: () => Promise<ListChanges> }>
}

/** A list whose schema checks all there is to check. */
export function plainList<D extends Document>(document: () => z.ZodType<D>, list: RangeList<D>): FileList<D> {
  return {
    schema: () => z.array(document()),
    collection: list.name,
    key: list.key,
    list: list.list,
    prepare: async ({ app, provider }, documents) => ({ replace: () => list.replace(app, provider, documents) }),
  }
}

/** A list whose documents may name a picture: a file next to the range file, or a path of the shop. */
export function pictureList<D extends Document & { image?: string | undefined }>(
  document: () => z.ZodType<D>,
  list: RangeList<D>,
): FileList<D> {
  return {
    ...plainList(document, list),
    prepare: async (context, documents) => {
      const withPaths: D[] = []
      const faults: RangeFault[] = []
      for (const [index, each] of documents.entries()) {
        const picture = each.image === undefined ? null : await storePicture(context, each.image)
        if (picture && 'reason' in picture) faults.push({ path: `${index}.image`, reason: picture.reason })
        else withPaths.push(picture ? { ...each, image: picture.path } : each)
      }
      if (faults.length > 0) return { faults }
      return { replace: () => list.replace(context.app, context.provider, withPaths) }
    },
  }
}

/** Stores a picture that a range names. Returns its path in the shop. */
async function storePicture(
  { app, provider, readFile }: ApplyContext,
  image: string,
): Promise<{ path: string } | { reason: string }> {
  if (isOwnPicture(provider, image)) return { path: image }
  try {
    const bytes = await readFile(image)
    if (!bytes) return { reason: `There is no file ${image}` }
    return { path: await saveOwnPicture(app, provider, bytes) }
  } catch (error) {
    return { reason: `${image} is not a picture (${(error as Error).message})` }
  }
}
