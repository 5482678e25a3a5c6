import type { PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { Run } from '@portraitkit/core/products/price.ts'
import type { Resource } from '@portraitkit/core/template/design.ts'

/** What every line of a cart has, whatever it is of. */
export type LineBase = {
  uuid: string
  /** The product's uuid. */
  product: string
  quantity: number
  /** The subjects whose pictures and names are in it. */
  subjects: string[]
}

/** What an order names and charges of every line, as of now and in one language. */
export type PricedBase = Omit<LineBase, 'product' | 'subjects'> & {
  product: Pick<Product, 'uuid' | 'name' | 'type'>
  subjects: Array<{ uuid: string; name: string }>
  minimumQuantity: number
  linePrice: number
  /** How the price came about. */
  runs: Run[]
  /** How much less it is than before a campaign. */
  rebate?: number
  /** What that campaign is called. */
  campaign?: string
}

/** A template filled with pictures and texts, to be printed. */
export type LineDesign = {
  template: { uuid: string; version: number }
  resources: Resource[]
  year: number | null
  /** Which scene the customer saw. It lies in a document of its own: a full cart's scenes are megabytes. */
  sceneHash: string
}

/** A picture that can be downloaded, as an order names it for good. */
export type LineFile = {
  uuid: string
  /** As the photographer called the file. */
  name: string
  pictureType: PictureType
  width: number
  height: number
  /** What a cut-out stands before as long as nobody has chosen, by uuid; null for white. */
  background: string | null
}

/** Something of a line that is printed, with what its scene is found by: a line itself, or an item of a package. */
export type PrintedPart = { key: string; line: string; sceneHash: string }

/** The uuid of a subject, which a line of a cart holds alone and an ordered one with a name. */
export const uuidOf = (subject: string | { uuid: string }): string =>
  typeof subject === 'string' ? subject : subject.uuid
