import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import type { Failures } from '@portraitkit/core/endpoint.ts'
import type { FailureBody } from '@portraitkit/core/errors.ts'
import type { InputFaults } from '@portraitkit/core/inputFaults.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { isDatabaseUnreachable } from '../db/unreachable.ts'
import { declarationOf, Failure } from '../failure.ts'
import { isOutOfSpace } from '../outOfSpace.ts'
import { LANGUAGES, translateTo } from '../texts.ts'
import { inputFaultText } from './inputFaultTexts.ts'
import { chooseLanguage } from './language.ts'
import { waitSentence } from './waitTexts.ts'

type ErrorContext = {
  log: Logger
  /** The failures that the call declares. */
  failures: Failures
}

/** Answers an error thrown by a handler: a declared failure as it is, anything else with nothing but the request's id. */
export function answerError(http: Context, { log, failures }: ErrorContext, error: unknown): void {
  const id = String(http.state.requestId)
  const expected = error instanceof Failure ? declarationOf(error.reason, failures) : undefined
  const t = translateTo(languageFor(http))
  const answerUnavailable = () => {
    const { status, text } = commonFailures['server.unavailable']
    http.set('Retry-After', '5')
    sendError(http, status, { error: t(text), reason: 'server.unavailable' })
  }
  if (error instanceof Failure && expected) {
    const { reason, data, faults } = error
    const body: FailureBody = {
      error:
        reason === 'throttle.wait' && isThrottled(data) ? waitSentence(data.seconds, t) : t(expected.text, error.words),
      reason,
      ...(data !== undefined && { data }),
      ...(faults && { fields: sentencesOf(faults, t), faults }),
    }
    if (isThrottled(data)) http.set('Retry-After', String(data.seconds))
    sendError(http, expected.status, body)
    return
  }
  if (http.req.destroyed && (!http.req.complete || error === http.req.errored)) {
    // The caller has gone, perhaps before what it had sent was read: there is nobody to answer.
    log.debug({ id, err: error }, 'the caller hung up')
    http.status = 400
    return
  }
  if (isDatabaseUnreachable(error)) {
    log.warn({ id, err: error }, 'the database does not answer')
    answerUnavailable()
    return
  }
  if (isOutOfSpace(error)) {
    log.error({ id, route: http.state.route, err: error }, 'nothing can be written: a disk is full')
    answerUnavailable()
    return
  }
  log.error({ id, route: http.state.route, err: error }, 'a request failed')
  const { status, text } = commonFailures['server.failed']
  sendError(http, status, { error: `${t(text)} (${id})`, reason: 'server.failed' })
}

function sentencesOf(faults: InputFaults, t: Translate): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, inputFaultText(fault, t)]))
}

function sendError(http: Context, status: number, body: FailureBody): void {
  http.status = status
  http.set('Cache-Control', 'no-store')
  http.type = 'application/json'
  http.body = JSON.stringify(body)
}

function isThrottled(data: unknown): data is { seconds: number } {
  return typeof data === 'object' && data !== null && typeof (data as { seconds?: unknown }).seconds === 'number'
}

/** The language of the call, or, if the shop is not known, the best of all languages for this browser. */
function languageFor(http: Context): string {
  const { language } = http.state as { language?: string }
  return language ?? chooseLanguage(http.get('accept-language'), LANGUAGES, 'en')
}
