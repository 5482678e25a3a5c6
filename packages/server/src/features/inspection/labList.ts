import { minorDigits } from '@portraitkit/core/money.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { customersOf } from '../account/collection.ts'
import { findSubjects, type Job } from '../jobs/collection.ts'
import { answerFor, isHidden } from '../jobs/subjectState.ts'
import { agreedInspections, type Inspection } from './collection.ts'
import { withoutRevoked } from './offer.ts'

/** The columns of the lab's list for each package. */
export const LAB_COLUMNS = [
  'subject',
  'group',
  'name',
  'address',
  'address2',
  'postal code',
  'city',
  'state',
  'phone',
  'e-mail',
  'package',
  'price if kept',
  'currency',
  'days to return',
  'agreed',
]

/** The recipients of a job's packages: a row each, by group and name. */
export async function labList(app: App, provider: Provider, job: Job): Promise<string[][]> {
  const all = await withoutRevoked(app, provider, await agreedInspections(app, provider.key, job.uuid))
  const found = await findSubjects(
    app,
    provider.key,
    all.map(({ subject }) => subject),
  )
  // what is withheld from a family is not printed for it either
  const subjects = found.filter(
    (subject) => !isHidden(subject, job) && answerFor(subject, 'print-and-sell', job) === 'yes',
  )
  const customers = await customersOf(app, provider)
    .find({ _id: { $in: all.map(({ agreed }) => agreed.customer) } })
    .toArray()
  const rows = subjects.flatMap((subject) => {
    const { agreed } = all.find((each) => each.subject === subject.uuid) as Inspection
    const customer = customers.find(({ _id }) => _id === agreed.customer)
    if (!customer) return []
    const { name, mobile, email, address } = customer
    const where = [address.address, address.address2, address.postalCode, address.city, address.state]
    const what = [agreed.name, priceOf(agreed), agreed.currency, String(agreed.daysToReturn)]
    return [[subject.name, subject.group, name, ...where, mobile, email, ...what, agreed.at.toISOString()]]
  })
  const collator = new Intl.Collator(provider.defaultLanguage, { numeric: true })
  return rows.sort((one, other) => collator.compare(`${one[1]} ${one[0]}`, `${other[1]} ${other[0]}`))
}

/** As a number that spreadsheets read, with as many digits as the currency has. */
function priceOf({ price, currency }: Inspection['agreed']): string {
  const digits = minorDigits(currency)
  return (price / 10 ** digits).toFixed(digits)
}
