import type { FieldFault } from '@portraitkit/core/account/formRules.ts'
import { useT } from '../../locales/useT.ts'
import { formMessages } from './formMessages.ts'

/** The error text of a field; `example` is a phone number as written in the customer's country. */
export function useFieldError(): (fault: FieldFault | undefined, example?: string) => string | undefined {
  const form = useT(formMessages)
  return (fault, example = '') => fault && form(`form.${fault}`, { example })
}
