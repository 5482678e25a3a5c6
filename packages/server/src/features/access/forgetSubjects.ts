import type { App } from '../../platform/app.ts'
import type { Feature } from '../../platform/feature.ts'
import { codesOf, deleteFromCodes } from './codes.ts'
import { findStandIns, formerAccessOf } from './formerAccess.ts'
import { grantsOf } from './grantDocuments.ts'
import { forgetGrants } from './grants.ts'
import { splitByOthers } from './namedSubjects.ts'
import { sharesOf } from './shares.ts'

/** Everybody who may see these subjects or once could, by uuid: for what customers have stored about them. */
export async function everHolders(app: App, provider: string, subjects: readonly string[]): Promise<string[]> {
  const grants = await grantsOf(app, provider)
    .find({ subject: { $in: [...subjects] } }, { projection: { customer: 1 } })
    .toArray()
  return [...new Set(grants.map(({ customer }) => customer))]
}

/** The same with what stands for deleted accounts: for who could see pictures. */
export async function everViewers(app: App, provider: string, subject: string): Promise<string[]> {
  return [...(await everHolders(app, provider, [subject])), ...(await findStandIns(app, provider, subject))]
}

const FORMER = 'record of what a deleted account could see'

/** How many codes, shares and accounts open these subjects. */
export const countAccess: NonNullable<Feature['countAboutSubjects']> = async (app, provider, subjects) => {
  const some = { $in: [...subjects] }
  return [
    { what: 'code', count: await codesOf(app, provider).count({ subjects: some }) },
    { what: 'share', count: await sharesOf(app, provider.key).count({ subjects: some }) },
    { what: 'access of an account', count: await grantsOf(app, provider.key).count({ subject: some }) },
    { what: FORMER, count: await formerAccessOf(app, provider.key).count({ subject: some }) },
  ]
}

/** Codes, access and shares of deleted subjects. A code or a share of several still opens the others. */
export const forgetAccess: NonNullable<Feature['forgetSubjects']> = async (app, provider, { subjects }) => {
  const codes = await deleteFromCodes(app, provider, subjects)
  const shares = sharesOf(app, provider.key)
  const shared = await shares.find({ subjects: { $in: [...subjects] } }).toArray()
  const { alone, others } = splitByOthers(shared, subjects)
  await shares.deleteMany({ _id: { $in: alone } })
  await shares.updateMany({ _id: { $in: others } }, { $pull: { subjects: { $in: [...subjects] } } })
  const grants = await grantsOf(app, provider.key).deleteMany({ subject: { $in: [...subjects] } })
  const former = await formerAccessOf(app, provider.key).deleteMany({ subject: { $in: [...subjects] } })
  forgetGrants(app)
  return [
    { what: 'code', count: codes },
    { what: 'share', count: shared.length },
    { what: 'access of an account', count: grants.deletedCount },
    { what: FORMER, count: former.deletedCount },
  ]
}
