import * as z from 'zod/mini'
import { email } from '../account/contract.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../schemas.ts'

const subject = () => z.object({ uuid: uuid(), name: z.string(), group: z.string() })

/** Whose pictures a code opens; `state` where they are not to be had as others are. */
const codeSubject = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    group: z.string(),
    /** There are no pictures to see yet, or they are of an archived job. */
    state: z.optional(z.enum(['waiting', 'archived'])),
  })

export type CodeSubject = z.infer<ReturnType<typeof codeSubject>>

export const access = {
  verifySubjectCode: endpoint({
    name: 'access.verifySubjectCode',
    method: 'GET',
    path: '/ajax/prophoto/verify_subject_code.php',
    access: 'public',
    // A wrong code is counted: a picture on a foreign page must not be able to use an address's attempts up.
    changes: true,
    input: () => z.object({ code: z.string().check(z.maxLength(64)) }),
    // An unknown code is an outcome, not a failure: `valid` false with the text in `errorMessage`.
    answer: () =>
      z.object({
        valid: z.boolean(),
        errorMessage: z.optional(z.string()),
        data: z.optional(
          z.object({
            redirect: z.optional(z.string()),
            /** Must be sent in the header `x-flow` by the e-mail look-up, the registration and the sign-in that follow. */
            flow: z.string(),
            subjects: z.array(codeSubject()),
          }),
        ),
      }),
    summary: 'Checks a code of somebody who is signed out.',
  }),
  addPictureSetByCode: endpoint({
    name: 'access.addPictureSetByCode',
    method: 'GET',
    path: '/ajax/prophoto/add_picture_set_by_code.php',
    access: 'customer',
    changes: true,
    // `requestId`: made by the browser, so that the same request sent again after a lost answer is answered as the first
    input: () => z.object({ code: z.string().check(z.maxLength(64)), requestId: z.optional(uuid()) }),
    answer: () =>
      z.object({
        valid: z.boolean(),
        error: z.optional(z.string()),
        /** The customer has this subject already. */
        warning: z.optional(z.object({ payload: z.object({ subject: subject() }) })),
        redirect: z.optional(z.string()),
        subjects: z.optional(z.array(subject())),
      }),
    summary: "Adds the picture sets of a code to the customer's own.",
  }),
  recoverCode: endpoint({
    name: 'access.recoverCode',
    method: 'POST',
    path: '/api/webshop/code-recovery',
    access: 'public',
    changes: true,
    input: () => z.object({ email: email() }),
    // The same whether or not anybody has this address on file.
    answer: () => z.object({ message: z.string() }),
    summary: 'Sends the codes of an e-mail address again, where a photographer has it on file; tells nobody whether.',
  }),
}
