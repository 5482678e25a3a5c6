import type { FieldFault } from '@portraitkit/core/account/formRules.ts'
import { useT } from '../../locales/useT.ts'
import { formMessages } from './formMessages.ts'

/** The text of what is wrong in a field; `example` is a phone number as they are written in the customer's country. */
export function useFieldError(): (fault: FieldFault | undefined, example?: string) => string | undefined {
  const form = useT(formMessages)
  return (fault, example = '') => fault && form(`form.${fault}`, { example })
}
