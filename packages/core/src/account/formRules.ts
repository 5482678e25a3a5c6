import { isEmail } from './email.ts'

/** Rules of the account's forms that need no server (000 §5). An error is a key for which the surface has a text. */
export type FieldFault = 'required' | 'short' | 'email' | 'phone'

// 000 §5 and §9: at least 3 at sign-in, 6 at registration
export const minPasswordLength = { signIn: 3, registration: 6 } as const

export function emailFault(input: string): FieldFault | undefined {
  if (input.trim() === '') return 'required'
  return isEmail(input) ? undefined : 'email'
}

export function passwordFault(input: string, minLength: number): FieldFault | undefined {
  if (input === '') return 'required'
  return input.length < minLength ? 'short' : undefined
}

/** Refuses only what no phone number contains; whether it can be called is for the server to decide. */
export function phoneFault(input: string): FieldFault | undefined {
  if (input.trim() === '') return 'required'
  const digits = input.replace(/[\s().\-/]/g, '').replace(/^\+/, '')
  return /^\d{6,15}$/.test(digits) ? undefined : 'phone'
}
