import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import type { Failures } from '@portraitkit/core/endpoint.ts'
import type { InputFault, InputFaults } from '@portraitkit/core/inputFaults.ts'
import type { Message } from '@portraitkit/core/msg.ts'

type Details = { data?: unknown; faults?: InputFaults; words?: Record<string, string>; cause?: unknown }

/** An expected failure: answered with its status, text and reason. Its reason must be declared with the endpoint. */
export class Failure extends Error {
  readonly reason: string
  readonly data: unknown
  /** The faulty fields of the input: each is answered as a code and a sentence. */
  readonly faults: InputFaults | undefined
  /** The values for the names in braces in the text. */
  readonly words: Readonly<Record<string, string>>

  constructor(reason: string, { data, faults, words = {}, cause }: Details = {}) {
    super(reason, { cause })
    this.name = 'Failure'
    this.reason = reason
    this.data = data
    this.faults = faults
    this.words = words
  }
}

/** A failure of fields of the input. 000 §7: `data` is the list of their names. */
export function wrongFields(faults: InputFaults, reason = 'input.invalid'): Failure {
  return new Failure(reason, { data: Object.keys(faults), faults })
}

/** A failure of one field. */
export function wrongField(field: string, fault: InputFault, reason?: string): Failure {
  return wrongFields({ [field]: fault }, reason)
}

/** Status and text of a reason; undefined if neither the endpoint nor the common list declares it. */
export function declarationOf(reason: string, failures: Failures): { status: number; text: Message } | undefined {
  return failures[reason] ?? (commonFailures as Failures)[reason]
}
