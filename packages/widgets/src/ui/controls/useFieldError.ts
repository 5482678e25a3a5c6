import { useLingui } from '@lingui/react'
import type { FieldFault } from '@portraitkit/core/account/formRules.ts'
import { formMessages } from './formMessages.ts'

/** The error text of a field; `example` is a phone number as written in the customer's country. */
export function useFieldError(): (fault: FieldFault | undefined, example?: string) => string | undefined {
  const { _: t } = useLingui()
  return (fault, example = '') => fault && t(formMessages[fault], { example })
}
