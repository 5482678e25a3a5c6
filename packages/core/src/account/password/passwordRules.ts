/** Rules for a new password, checked before it is sent. An error is a key for which the surface has a text. */
export type NewPasswordFault = 'required' | 'short' | 'mismatch'

// 000 §5: 6 characters or fewer are too short at a reset
export const minResetPasswordLength = 7
// 001 §5
export const minChangedPasswordLength = 5

export type NewPassword = { password: string; again: string }
export type NewPasswordFaults = { password?: NewPasswordFault; again?: NewPasswordFault }

/** The error of a password that was typed twice. */
export function newPasswordFaults({ password, again }: NewPassword, minLength: number): NewPasswordFaults {
  const faults: NewPasswordFaults = {}
  if (password.trim() === '') faults.password = 'required'
  else if (password.length < minLength) faults.password = 'short'
  if (again === '') faults.again = 'required'
  else if (again !== password) faults.again = 'mismatch'
  return faults
}

/** 000 §5: at a reset, spaces are removed while a new password is typed. */
export function withoutSpaces(input: string): string {
  return input.replace(/\s+/g, '')
}
