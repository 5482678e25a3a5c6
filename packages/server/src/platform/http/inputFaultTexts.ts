import { type InputFault, inputFaults } from '@portraitkit/core/inputFaults.ts'
import type { Translate } from '@portraitkit/core/msg.ts'

/** The sentence about a faulty field, with the values of the fault. */
export function inputFaultText({ code, ...values }: InputFault, t: Translate): string {
  return t(inputFaults[code], values)
}
