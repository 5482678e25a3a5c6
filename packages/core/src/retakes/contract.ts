import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { day } from '../jobs/dates.ts'
import { msg } from '../msg.ts'
import { nothing, uuid } from '../schemas.ts'
import { shownScene } from '../template/scene.ts'

// lingui-set comment="What the shop answers when a print cannot be exchanged for one with a new picture"

const decision = () => z.enum(['keep', 'exchange'])
export type RetakeDecision = z.infer<ReturnType<typeof decision>>

/** A print of an order that shows a picture of which there is a retake. */
const retakePrint = () =>
  z.object({
    order: uuid(),
    /** Names the print within its order. */
    key: z.string(),
    product: z.string(),
    copies: z.int(),
    /** Without the new picture: as it was ordered, or exchanged for other new pictures. */
    ordered: shownScene(),
    /** As it would be printed with the new picture. */
    exchanged: shownScene(),
    /** Null if nothing was decided yet, or another retake has replaced the picture since: then it is printed as `ordered`. */
    decision: z.nullable(decision()),
    /** It was produced before: an exchange is a reprint, which the photographer sends. */
    isProduced: z.boolean(),
  })
export type RetakePrint = z.infer<ReturnType<typeof retakePrint>>

/** New pictures of a person, with the customer's prints that show the earlier ones. */
const retake = () =>
  z.object({
    uuid: uuid(),
    subject: z.object({ uuid: uuid(), name: z.string() }),
    /** The last day to decide. */
    until: day(),
    prints: z.array(retakePrint()),
  })
export type Retake = z.infer<ReturnType<typeof retake>>

export const retakes = {
  list: endpoint({
    name: 'retakes.list',
    method: 'GET',
    path: '/api/webshop/user/retakes',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.array(retake()),
    summary: 'The retakes about which the customer can decide, with the prints that show the earlier pictures.',
  }),
  decide: endpoint({
    name: 'retakes.decide',
    method: 'POST',
    path: '/api/webshop/user/retakes/:retakeUuid',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        retakeUuid: uuid(),
        order: uuid(),
        key: z.string().check(z.maxLength(100)),
        decision: decision(),
        /** The hash of the scene that is confirmed, as the customer saw it: of `ordered` to keep, of `exchanged` to exchange. */
        hash: z.string().check(z.maxLength(100)),
      }),
    answer: () => z.array(retake()),
    failures: {
      'retakes.unknown': { status: 404, text: msg({ message: 'We could not find this new picture among yours.' }) },
      'retakes.over': {
        status: 409,
        text: msg({ message: 'The last day to decide is over: your order stays as it is.' }),
      },
      'retakes.changed': {
        status: 409,
        text: msg({
          message: 'The new picture has changed in the meantime. Please look at it again before you decide.',
        }),
      },
    },
    summary: 'Keeps a print as it was ordered, or exchanges its picture for the new one. Answers with all retakes.',
  }),
}
