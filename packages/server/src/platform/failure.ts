import { commonFailures, type Failures } from '@portraitkit/core/endpoint.ts'

/** An expected failure: answered with its status, text and reason. Its reason must be declared with the endpoint. */
export class Failure extends Error {
  readonly reason: string
  readonly data: unknown
  readonly fields: Record<string, string> | undefined
  /** The values for the names in braces in the text. */
  readonly words: Readonly<Record<string, string>>

  constructor(
    reason: string,
    details: { data?: unknown; fields?: Record<string, string>; words?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(reason, { cause: details.cause })
    this.name = 'Failure'
    this.reason = reason
    this.data = details.data
    this.fields = details.fields
    this.words = details.words ?? {}
  }
}

/** A failure of one input field, with the text for its form. */
export function wrongField(field: string, text: string): Failure {
  return new Failure('input.invalid', { data: [field], fields: { [field]: text } })
}

/** Status and English text of a reason; undefined if neither the endpoint nor the common list declares it. */
export function declarationOf(reason: string, failures: Failures): { status: number; text: string } | undefined {
  return failures[reason] ?? (commonFailures as Failures)[reason]
}
