import { type FailedCall, failedCallTexts } from '../checkout/failedCalls.ts'

/** The English sentence of a failure, as a surface shows it. */
export function failedCallText({ during, message }: FailedCall): string {
  return `${failedCallTexts[during].message}`.replace('{message}', () => message)
}
