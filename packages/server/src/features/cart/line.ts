import type { PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { Run } from '@portraitkit/core/products/volumePrice.ts'
import type { Resource } from '@portraitkit/core/template/design.ts'

/** The fields of every line of a cart, whatever its kind. */
export type LineBase = {
  uuid: string
  /** The product's uuid. */
  product: string
  quantity: number
  /** The subjects whose pictures and names are in it. */
  subjects: string[]
  /**
   * Which files its pictures have: in a cart those that its customer has seen, priced those of now, and in an order those that were bought. A
   * picture that is missing has the file with which it was imported.
   */
  versions?: LineVersion[]
  /** Only in a cart: the pictures of its whole sets that its customer has seen. Missing without a set, and in lines of earlier versions. */
  setPictures?: string[]
}

/** A picture that was replaced, with the version of its file, see `Picture`. */
export type LineVersion = { picture: string; version: string }

/** What an order records and charges for every line, current and in one language. */
export type PricedBase = Omit<LineBase, 'product' | 'subjects'> & {
  product: Pick<Product, 'uuid' | 'name' | 'type'>
  subjects: Array<{ uuid: string; name: string }>
  minimumQuantity: number
  linePrice: number
  /** How the price was calculated. */
  runs: Run[]
  /** The saving by a campaign. */
  rebate?: number
  /** The name of that campaign. */
  campaign?: string
}

/** A template filled with pictures and texts, to be printed. */
export type LineDesign = {
  template: { uuid: string; version: number }
  resources: Resource[]
  year: number | null
  /** The scene that the customer saw. It is a document of its own: the scenes of a full cart take megabytes. */
  sceneHash: string
}

/** A picture that can be downloaded, as an order records it permanently. */
export type LineFile = {
  uuid: string
  /** The photographer's name for the file. */
  name: string
  pictureType: PictureType
  width: number
  height: number
  /** The background of a cut-out until the customer selects one, by uuid; null for white. */
  background: string | null
}

/** The version of a picture in a line; null for the file with which it was imported. */
export function versionInLine({ versions }: Pick<LineBase, 'versions'>, picture: string): string | null {
  return versions?.find((each) => each.picture === picture)?.version ?? null
}

/** A printed part with the key of its scene: a line itself, or an item of a package. */
export type PrintedPart = { key: string; line: string; sceneHash: string }

/** The uuid of a subject: a line in a cart stores only that, an ordered one has a name as well. */
export const uuidOf = (subject: string | { uuid: string }): string =>
  typeof subject === 'string' ? subject : subject.uuid
