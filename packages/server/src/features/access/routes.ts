import { isOfShare } from '@portraitkit/core/access/codeEntry.ts'
import { type CodeSubject, access as contract } from '@portraitkit/core/access/contract.ts'
import type { App } from '../../platform/app.ts'
import { bind, type Feature, type Page } from '../../platform/feature.ts'
import { makeFlow } from '../../platform/http/entryFlow.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { type DeliveredSet, findJobs, findSubjects, type Job } from '../jobs/collection.ts'
import { recoverCode } from './codeRecovery.ts'
import { codeTexts } from './codeTexts.ts'
import { accessCollections } from './collection.ts'
import { repeatGrantEnd } from './endAccess.ts'
import { repeatShareEnd } from './endShare.ts'
import { countAccess, forgetAccess } from './forgetSubjects.ts'
import { grantedSubjects, grantOpening, readGrantedSubjects } from './grants.ts'
import { accessMailTopics } from './mailTopics.ts'
import { mergeAccess } from './mergeSubjects.ts'
import { findOpening, isOpen } from './openings.ts'
import { accessPersonalData } from './personalData.ts'
import { repeatCodeSight } from './repeatCodeSight.ts'
import { repeatCodeEnd } from './replaceCodes.ts'
import { recipientForgetting } from './shares.ts'
import { accessSightings } from './sightings.ts'
import { setsOfCode } from './wrongCodes.ts'

/** A subject as shown to anybody with the code. */
const showSubject = ({ subject: { uuid, name, group } }: DeliveredSet) => ({ uuid, name, group })

/** Like `showSubject`, before there is an account: it also says whether there is anything to see. */
function showCodeSubject(set: DeliveredSet): CodeSubject {
  const state = set.pictures.length === 0 ? 'waiting' : set.job.isArchived ? 'archived' : undefined
  return { ...showSubject(set), ...(state && { state }) }
}

/**
 * The link on the letter, and that of a share: it opens the code field with the code filled in. The shop's pages never send their address as a
 * referrer (`http/koa.ts`) and its logs do not contain it, so the code stays between the parent and the shop.
 */
const letterLinkPage: Page = {
  method: 'GET',
  path: '/c/:code',
  needsProvider: true,
  handle: async (http) => {
    const { code = '' } = http.params as { code?: string }
    const { provider } = http.query
    const query = new URLSearchParams({ ...(typeof provider === 'string' && { provider }), code })
    http.set('Cache-Control', 'no-store')
    http.redirect(`/enter-code?${query}`)
  },
}

const wrongText = (code: string, language: string) =>
  translateTo(language)(isOfShare(code) ? codeTexts.wrongLink : codeTexts.wrongCode)

/** The jobs of the pictures that a customer may see. */
async function jobsOfCustomer(app: App, provider: Provider, customer: string): Promise<Job[]> {
  const subjects = await findSubjects(app, provider.key, await grantedSubjects(app, provider, customer))
  return findJobs(
    app,
    provider.key,
    subjects.map(({ jobUuid }) => jobUuid),
  )
}

export const access: Feature = {
  name: 'access',
  codes: { find: findOpening, isOpen, grant: grantOpening, grantedSubjects: readGrantedSubjects },
  personalData: accessPersonalData,
  facts: { jobs: jobsOfCustomer },
  collections: accessCollections,
  background: [recipientForgetting],
  sightings: accessSightings,
  mailTopics: accessMailTopics,
  forgetSubjects: forgetAccess,
  mergeSubjects: mergeAccess,
  countAboutSubjects: countAccess,
  repeatDeletion: { ...repeatShareEnd, ...repeatCodeEnd, ...repeatGrantEnd },
  repeatWithholding: repeatCodeSight,
  pages: [letterLinkPage],
  calls: bind(contract, {
    verifySubjectCode: async ({ code }, call) => {
      const { sets, ...by } = await setsOfCode(call, code)
      const subjects = sets.map(showCodeSubject)
      if (subjects.length === 0) return { valid: false, errorMessage: wrongText(code, call.language) }
      const opening = { subjects: subjects.map(({ uuid }) => uuid), ...by }
      return { valid: true, data: { flow: makeFlow(call.app, call.provider, opening), subjects } }
    },

    addPictureSetByCode: async ({ code, requestId }, call) => {
      const { sets, share, code: entered } = await setsOfCode(call, code)
      const subjects = sets.map(showSubject)
      const [first] = subjects
      if (!first) return { valid: false, error: wrongText(code, call.language) }
      const uuids = subjects.map(({ uuid }) => uuid)
      const added = await grantOpening(
        call,
        call.customer.uuid,
        { subjects: uuids, share },
        { request: requestId, entered },
      )
      if (added.length === 0) return { valid: true, warning: { payload: { subject: first } } }
      return { valid: true, subjects }
    },

    recoverCode: async ({ email }, call) => recoverCode(call, email),
  }),
}
