import type { InputFaults } from './inputFaults.ts'

/** The answer of a failed call: a text for people, a reason for programs. */
export type FailureBody = {
  error: string
  reason: string
  /** For the specified forms: the names of the invalid fields. Other calls may put anything here. */
  data?: unknown
  /** A sentence per invalid field, in the language of the call. */
  fields?: Record<string, string>
  /** For programs: the fault of each invalid field, by its code. */
  faults?: InputFaults
}

/** A call that the server refused (`kind: 'failure'`) or that got no answer (`kind: 'network'`). */
export class ShopError extends Error {
  readonly kind: 'failure' | 'network'
  readonly reason: string
  readonly status: number
  readonly data: unknown
  readonly fields: Readonly<Record<string, string>>
  readonly faults: InputFaults

  constructor(kind: 'failure' | 'network', body: FailureBody, status: number, cause?: unknown) {
    super(body.error, { cause })
    this.name = 'ShopError'
    this.kind = kind
    this.reason = body.reason
    this.status = status
    this.data = body.data
    this.fields = body.fields ?? {}
    this.faults = body.faults ?? {}
  }
}

export function isShopError(error: unknown): error is ShopError {
  return error instanceof ShopError
}
