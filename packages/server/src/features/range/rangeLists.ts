import { findProvider } from '../../platform/provider/collection.ts'
import { type BackgroundDocument, backgroundDocuments } from '../backgrounds/document.ts'
import { checkBackgrounds } from '../backgrounds/importBackgrounds.ts'
import { replaceBackgrounds, showBackgrounds } from '../backgrounds/range.ts'
import { categoryDocument } from '../browsing/categories.ts'
import { categories, promoted, promotedDocument } from '../browsing/collection.ts'
import { catalogueDocument, catalogues } from '../catalogues/collection.ts'
import { inspectionDocument, inspectionPackages } from '../inspection/collection.ts'
import { packages, replacePackages } from '../photo-packages/collection.ts'
import { packageDocument } from '../photo-packages/document.ts'
import { campaignDocument } from '../products/campaigns.ts'
import { campaigns, products } from '../products/collection.ts'
import { productDocument } from '../products/document.ts'
import { vouchers } from '../vouchers/collection.ts'
import { voucherDocument } from '../vouchers/document.ts'
import { type FileList, pictureList, plainList } from './fileList.ts'

const backgrounds: FileList<BackgroundDocument> = {
  schema: () => backgroundDocuments,
  collection: 'backgrounds',
  key: 'key',
  list: showBackgrounds,
  prepare: async ({ app, provider: key, readFile }, documents) => {
    const provider = await findProvider(app, key)
    if (!provider) return { faults: [{ path: '', reason: `There is no provider ${key}` }] }
    const checked = await checkBackgrounds(app, provider, documents, readFile)
    return 'faults' in checked ? checked : { replace: () => replaceBackgrounds(app, provider, checked) }
  },
}

/** Every list of what a shop sells, by its name in the range file and in the file's order. A new list is a line here. */
export const rangeLists = {
  backgrounds,
  categories: pictureList(categoryDocument, categories),
  campaigns: plainList(campaignDocument, campaigns),
  catalogues: plainList(catalogueDocument, catalogues),
  inspections: plainList(inspectionDocument, inspectionPackages),
  packages: pictureList(packageDocument, { ...packages, replace: replacePackages }),
  products: plainList(productDocument, products),
  promoted: plainList(promotedDocument, promoted),
  vouchers: plainList(voucherDocument, vouchers),
}
