import { access } from './features/access/routes.ts'
import { account } from './features/account/routes.ts'
import { backgrounds } from './features/backgrounds/routes.ts'
import { browsing } from './features/browsing/routes.ts'
import { cards } from './features/cards/feature.ts'
import { cart } from './features/cart/routes.ts'
import { catalogues } from './features/catalogues/routes.ts'
import { checkout } from './features/checkout/routes.ts'
import { content } from './features/content/routes.ts'
import { corrections } from './features/corrections/feature.ts'
import { digitalPortraits } from './features/digital-portraits/routes.ts'
import { editor } from './features/editor/routes.ts'
import { imports } from './features/imports/feature.ts'
import { inspection } from './features/inspection/routes.ts'
import { jobs } from './features/jobs/routes.ts'
import { letters } from './features/letters/feature.ts'
import { orders } from './features/orders/routes.ts'
import { people } from './features/people/feature.ts'
import { photoPackages } from './features/photo-packages/routes.ts'
import { pictureSets } from './features/picture-sets/routes.ts'
import { products } from './features/products/routes.ts'
import { range } from './features/range/feature.ts'
import { reminders } from './features/reminders/routes.ts'
import { retakes } from './features/retakes/routes.ts'
import { rights } from './features/rights/feature.ts'
import { schools } from './features/schools/feature.ts'
import { sharing } from './features/sharing/routes.ts'
import { support } from './features/support/routes.ts'
import { template } from './features/template/routes.ts'
import { uploads } from './features/uploads/routes.ts'
import { vouchers } from './features/vouchers/feature.ts'
import { backup } from './platform/backup/feature.ts'
import { doctor } from './platform/doctor/feature.ts'
import type { Feature } from './platform/feature.ts'
import { fonts } from './platform/fonts/routes.ts'
import { health } from './platform/health/feature.ts'
import { mail } from './platform/mail/feature.ts'
import { provider } from './platform/provider/routes.ts'
import { security } from './platform/security/feature.ts'
import { tasks } from './platform/tasks/feature.ts'

/** Every feature of the server, in the order in which they may import each other: leftwards only. */
export const features: readonly Feature[] = [
  fonts,
  tasks,
  mail,
  provider,
  doctor,
  security,
  backup,
  health,
  account,
  jobs,
  access,
  letters,
  cards,
  rights,
  backgrounds,
  corrections,
  people,
  schools,
  imports,
  uploads,
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
  retakes,
  checkout,
  sharing,
  content,
  support,
  range,
]
