import { snapshot } from '@portraitkit/core'
import { alert, field, form, type Page } from './parts.ts'
import { entry } from './shop.ts'

/** The code, the email address, then the password of an account, or a new account. */
export function entryPage(): Page {
  const { step, errors, subjects } = snapshot(entry)
  const error = alert(Object.values(errors)[0])
  const names = subjects.map(({ name }) => name).join(', ')
  if (step === 'code') {
    const code = field('Code', { name: 'code', autocomplete: 'off' })
    const content = [form(entry.submitCode, 'code', 'Show the pictures', code), error]
    return { title: 'The code from your letter', content }
  }
  if (step === 'email') {
    const email = field('Email address', { name: 'email', type: 'email', autocomplete: 'email' })
    return { title: `The pictures of ${names}`, content: [form(entry.submitEmail, 'email', 'Continue', email), error] }
  }
  const isNew = step === 'register'
  const autocomplete = isNew ? 'new-password' : 'current-password'
  const password = field('Password', { name: 'password', type: 'password', autocomplete })
  const signIn = (password: string) => entry.signIn(password)
  if (!isNew) return { title: 'Welcome back', content: [form(signIn, 'password', 'Sign in', password), error] }
  const mobile = field('Phone number', { name: 'mobile', type: 'tel', autocomplete: 'tel' })
  const register = (mobile: string, password: string) => entry.register({ mobile, password, acceptmail: false })
  const content = [form(register, 'mobile password', 'Create the account', [mobile, password]), error]
  return { title: 'A new account', content }
}
