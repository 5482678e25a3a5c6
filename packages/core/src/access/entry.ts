/** Pure rules of entering a code (000 §2, §4, §5). */

// 000 §5: submit is disabled when the code is shorter than 6 characters; the field's own minimum is 4
export const submitLength = 6
export const fieldLength = 4
// 001 §5: the account area takes a code from 5 characters on
export const addLength = 5

export type EntryStep = 'code' | 'email' | 'welcome-back' | 'register'

/** What counts of a typed code: spaces and dashes do not. */
export function codeOf(typed: string): string {
  return typed.replace(/[\s‐-―-]/g, '')
}

export function canSubmitCode(typed: string): boolean {
  return codeOf(typed).length >= submitLength
}

export function canAddCode(typed: string): boolean {
  return codeOf(typed).length >= addLength
}

/** What is wrong with the code field itself, as a word that the surface has a text for. */
export function codeFault(typed: string): 'required' | 'short' | undefined {
  const { length } = codeOf(typed)
  if (length === 0) return 'required'
  return length < fieldLength ? 'short' : undefined
}

/** Going back: from the sign-in and from the registration to the e-mail address, from there to the code. */
export function stepBack(step: EntryStep): EntryStep {
  return step === 'welcome-back' || step === 'register' ? 'email' : 'code'
}
