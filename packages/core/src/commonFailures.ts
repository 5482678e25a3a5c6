import type { Failures } from './endpoint.ts'
import { msg } from './msg.ts'

// lingui-set comment="What the shop answers when any call fails"

/** Failures that every call can have; the features add their own. */
export const commonFailures = {
  'input.invalid': { status: 400, text: msg({ message: 'Some of the information is missing or invalid.' }) },
  'input.too_large': { status: 413, text: msg({ message: 'This is too much data for one request.' }) },
  'host.unknown': { status: 421, text: msg({ message: 'This server has no shop at this address.' }) },
  'provider.unknown': { status: 404, text: msg({ message: 'There is no shop at this address.' }) },
  'provider.disagrees': { status: 400, text: msg({ message: 'The address and the call name two different shops.' }) },
  'provider.missing': { status: 403, text: msg({ message: 'This call must name its shop.' }) },
  'origin.refused': { status: 403, text: msg({ message: 'This website may not use this shop.' }) },
  'session.required': { status: 401, text: msg({ message: 'Please sign in first.' }) },
  'session.simulated': {
    status: 403,
    text: msg({ message: 'Only the customer can do this, not somebody who acts as the customer.', context: 'failure' }),
  },
  'flow.required': { status: 401, text: msg({ message: 'Please enter your code again.' }) },
  'throttle.wait': { status: 429, text: msg({ message: 'Too many attempts. Please wait a moment and try again.' }) },
  not_found: { status: 404, text: msg({ message: 'This was not found.' }) },
  'server.unavailable': {
    status: 503,
    text: msg({ message: 'The shop is busy just now. Please try again in a moment.' }),
  },
  'server.failed': { status: 500, text: msg({ message: 'Something went wrong on our side. Please try again.' }) },
} as const satisfies Failures
