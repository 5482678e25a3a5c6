import type { Feature } from '../../platform/feature.ts'
import { ordersOf } from './collection.ts'

/** Orders stay as they were placed. */
export const keepOrders: NonNullable<Feature['forgetSubjects']> = (app, provider, { subjects }) =>
  countOrders(app, provider, subjects)

export const countOrders: NonNullable<Feature['countAboutSubjects']> = async (app, { key }, subjects) => {
  const count = await ordersOf(app, key).count({ 'content.lines.subjects.uuid': { $in: [...subjects] } })
  const stays =
    'with the name, the design and its emails, because the law requires records of what was sold; as long as it does in your country'
  return [{ what: 'order', count, stays }]
}
