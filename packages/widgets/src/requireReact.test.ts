import { expect, it } from 'vitest'
import { requireReact } from './requireReact.ts'

it('[EMB-2] refuses a React that is too old, and accepts the first that is not, and its previews', () => {
  expect(() => requireReact('18.3.1')).toThrow('Portraitkit needs React 19, and this page has React 18.3.1.')
  for (const version of ['19.0.0', '19.3.0-canary-1', '20.0.0']) expect(() => requireReact(version)).not.toThrow()
})
