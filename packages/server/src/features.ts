import { subjectsOfCode } from './access/codes.ts'
import { grantSubjects } from './access/grants.ts'
import { access } from './access/routes.ts'
import { createAccount } from './account/routes.ts'
import { backgrounds } from './backgrounds/routes.ts'
import { browsing } from './browsing/routes.ts'
import { cart } from './cart/routes.ts'
import { catalogues } from './catalogues/routes.ts'
import { checkout } from './checkout/routes.ts'
import { content } from './content/routes.ts'
import { digitalPortraits } from './digital-portraits/routes.ts'
import { editor } from './editor/routes.ts'
import type { Feature } from './feature.ts'
import { fonts } from './fonts/routes.ts'
import { inspection, inspectionSubjects } from './inspection/routes.ts'
import { createJobs } from './jobs/routes.ts'
import { mail } from './mail/sender.ts'
import { orders } from './orders/routes.ts'
import { personalData } from './personalData.ts'
import { photoPackages } from './photo-packages/routes.ts'
import { pictureSets } from './picture-sets/routes.ts'
import { picturesInUse } from './picturesInUse.ts'
import { picturesToPrint } from './picturesToPrint.ts'
import { products } from './products/routes.ts'
import { provider } from './provider/routes.ts'
import { reminders } from './reminders/routes.ts'
import { rights } from './rights/routes.ts'
import { sharing } from './sharing/routes.ts'
import { support } from './support/routes.ts'
import { template } from './template/routes.ts'
import { createUploads } from './uploads/routes.ts'
import { vouchers } from './vouchers/feature.ts'

/** Every feature of the server, in the order in which they may import each other: leftwards only. */
export const features: readonly Feature[] = [
  fonts,
  mail,
  provider,
  createAccount(grantSubjects, subjectsOfCode, personalData, inspectionSubjects),
  createJobs(picturesToPrint),
  access,
  rights,
  backgrounds,
  createUploads(picturesInUse),
  products,
  vouchers,
  template,
  catalogues,
  photoPackages,
  cart,
  pictureSets,
  inspection,
  browsing,
  editor,
  digitalPortraits,
  orders,
  reminders,
  checkout,
  sharing,
  content,
  support,
]
