import { randomUUID } from 'node:crypto'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import type { ProductDocument } from '../features/products/document.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'
import type { Rule } from '../platform/rules/rule.ts'
import type { BuiltCustomer } from './buildCustomer.ts'
import { replaceProducts } from './replaceProducts.ts'

export const SET_PRICE = 4000
export const FILE_PRICE = 1500

type FileSaleOptions = { rule?: Rule; rebated?: { set: number; file: number }; also?: readonly ProductDocument[] }

/** A shop that sells files, in addition to its other products; with a campaign if a rule for one is given. */
export async function sellDigitalFiles(app: App, provider: Provider, options: FileSaleOptions = {}): Promise<void> {
  const { rule, rebated = { set: 3000, file: 1000 }, also = [] } = options
  const product = (uuid: string, name: string, price: number, campaignprice: number): ProductDocument => ({
    uuid,
    names: { en: name },
    type: 300,
    producttype: 'digital',
    sortOrder: 9,
    formatSize: '',
    minorderpartquantity: 1,
    subproducts: [],
    productprices: [{ quantity: 1, price, campaignprice, type: 0 }],
    campaignrequirement: rule ? 'files' : '',
  })
  await replaceProducts(app, provider.key, {
    products: [
      ...also,
      product(DIGITAL_SET_PRODUCT, 'Whole set', SET_PRICE, rebated.set),
      product(DIGITAL_PORTRAIT_PRODUCT, 'Picture', FILE_PRICE, rebated.file),
    ],
    campaigns: rule ? [{ key: 'files', names: { en: 'Files for less' }, rule }] : [],
  })
}

/** The actions of a customer on the pages of files. */
export function fileActions({ client }: Pick<BuiltCustomer, 'client'>) {
  return {
    file: (file: string, inCart?: boolean) =>
      client.call(digitalPortraits.toggleFile, {
        file,
        requestId: randomUUID(),
        ...(inCart !== undefined && { inCart }),
      }),
    set: (pictureSet: string, inCart?: boolean) =>
      client.call(digitalPortraits.toggleSet, {
        pictureSet,
        requestId: randomUUID(),
        ...(inCart !== undefined && { inCart }),
      }),
  }
}
