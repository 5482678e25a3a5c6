import * as z from 'zod/mini'
import { inspectionSubject } from '../account/profile/inspectionSubject.ts'
import { endpoint } from '../endpoint.ts'
import { day } from '../jobs/dates.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { msg } from '../msg.ts'
import { money, uuid } from '../schemas.ts'

// lingui-set comment="What the shop answers when a printed package cannot be sent home for inspection"

/** The maximum number of subjects per call. */
const MAX_SUBJECTS = 500

/** A subject named twice could be both agreed and cancelled. */
const areDifferent = (subjects: ReadonlyArray<{ uuid: string }>) =>
  new Set(subjects.map(({ uuid }) => uuid)).size === subjects.length

/** A printed package sent home for inspection: kept and paid, or returned. */
export const inspectionOffer = () =>
  z.object({
    name: z.string(),
    description: z.string(),
    /** The price if it is kept. */
    price: money(),
    currency: z.string(),
    /** The number of days before it has to be returned. */
    daysToReturn: z.int(),
    /** Until the end of this day, agreeing and cancelling are possible. */
    until: day(),
    /** Identifies exactly this text and this price: an agreement refers to it. */
    terms: z.string(),
  })
export type InspectionOffer = z.infer<ReturnType<typeof inspectionOffer>>

export const inspectionState = () =>
  z.object({
    /** Null if the job offers none. */
    offer: z.nullable(inspectionOffer()),
    /** asked: not answered yet; agreed: it will be sent; cancelled: agreed and then withdrawn. */
    answer: z.enum(['asked', 'agreed', 'cancelled']),
    /** Whether the caller has agreed: of others only the fact that somebody has is shown. */
    isMine: z.boolean(),
    /** The day is over: nothing can be changed. */
    isFixed: z.boolean(),
    /** Where it would be sent: the caller's address; null if the account has none. */
    address: z.nullable(z.string()),
  })
export type InspectionState = z.infer<ReturnType<typeof inspectionState>>

const inspectionRefused = {
  'inspection.over': {
    status: 409,
    text: msg({ message: 'The last day is over: what is sent for inspection can no longer be changed.' }),
  },
  'inspection.changed': {
    status: 409,
    text: msg({ message: 'The offer has changed in the meantime. Please read it again before you agree.' }),
  },
  'inspection.address': {
    status: 409,
    text: msg({ message: 'Please enter your name and address first, so that we know where to send it.' }),
  },
} as const

export const inspections = {
  get: endpoint({
    name: 'inspection.get',
    method: 'GET',
    path: '/api/webshop/inspections/:subjectUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ subjectUuid: uuid() }),
    answer: inspectionState,
    failures: unknownPictureSet,
    summary: 'Whether a package of printed pictures is offered for inspection, and the answer of the parent.',
  }),
  agree: endpoint({
    name: 'inspection.agree',
    method: 'POST',
    path: '/api/webshop/inspections/:subjectUuid',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: () => z.object({ subjectUuid: uuid(), terms: z.string().check(z.maxLength(100)) }),
    answer: inspectionState,
    failures: {
      ...unknownPictureSet,
      ...inspectionRefused,
      'inspection.none': {
        status: 404,
        text: msg({ message: 'There is no package for inspection of these pictures.' }),
      },
    },
    summary: 'Records the explicit consent of a parent to a package for inspection, with this wording and price.',
  }),
  cancel: endpoint({
    name: 'inspection.cancel',
    method: 'POST',
    path: '/sections/my-account/ajax/cancel_package_for_inspection.php',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({ subjects: z.array(inspectionSubject()).check(z.maxLength(MAX_SUBJECTS), z.refine(areDifferent)) }),
    answer: () => z.object({ subjects: z.array(inspectionSubject()) }),
    failures: {
      ...inspectionRefused,
      'inspection.unknown_subject': {
        status: 404,
        text: msg({ message: 'One of these packages is not in your account.' }),
      },
    },
    summary: 'Withdraws the consent to packages, or gives it again. Returns all of them.',
  }),
}
