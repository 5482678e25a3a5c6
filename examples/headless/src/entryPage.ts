import { snapshot } from '@portraitkit/core'
import { alert, field, form, html } from './html.ts'
import { entry } from './shop.ts'

/** The code, the email address, then the password of an account, or a new account. */
export function entryPage(): HTMLElement[] {
  const { step, errors, subjects } = snapshot(entry)
  const error = alert(Object.values(errors)[0])
  const names = subjects.map(({ name }) => name).join(', ')
  if (step === 'code') {
    const code = field('Code', { name: 'code', autocomplete: 'off' })
    return [
      html('h1', {}, 'The code from your letter'),
      form(entry.submitCode, 'code', 'Show the pictures', code),
      error,
    ]
  }
  if (step === 'email') {
    const email = field('Email address', { name: 'email', type: 'email', autocomplete: 'email' })
    return [html('h1', {}, `The pictures of ${names}`), form(entry.submitEmail, 'email', 'Continue', email), error]
  }
  const isNew = step === 'register'
  const autocomplete = isNew ? 'new-password' : 'current-password'
  const password = field('Password', { name: 'password', type: 'password', autocomplete })
  if (!isNew)
    return [
      html('h1', {}, 'Welcome back'),
      form((password) => entry.signIn(password), 'password', 'Sign in', password),
      error,
    ]
  const mobile = field('Phone number', { name: 'mobile', type: 'tel', autocomplete: 'tel' })
  const register = (mobile: string, password: string) => entry.register({ mobile, password, acceptmail: false })
  return [
    html('h1', {}, 'A new account'),
    form(register, 'mobile password', 'Create the account', mobile, password),
    error,
  ]
}
