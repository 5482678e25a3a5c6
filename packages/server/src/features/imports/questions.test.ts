import { describe, expect, it } from 'vitest'
import { DecisionError, decisionOf, NO_DECISIONS, type Question, readDecisions } from './questions.ts'

const option = (value: string) => ({ value, text: value })
const questions: Question[] = [
  { kind: 'person', id: 'a', text: '', options: ['leave', 'new', 'same 1'].map(option) },
  { kind: 'person', id: 'b', text: '', options: ['leave', 'new', 'same 1', 'same 2'].map(option) },
  { kind: 'file', id: 'c', text: '', options: ['leave', 'person 1'].map(option), namesAnybody: true },
]
const read = (...texts: string[]) => Object.fromEntries(readDecisions(questions, texts))

describe('decisions', () => {
  it('are read by number and value, by the only option that begins so, and by kind', () => {
    expect(read('1=same 1', '2=same 2')).toEqual({ a: 'same 1', b: 'same 2' })
    expect(read('1=same')).toEqual({ a: 'same 1' })
    expect(read('person=new')).toEqual({ a: 'new', b: 'new' })
    expect(read('person=same')).toEqual({ a: 'same 1' })
    expect(read('person=new', '2=same 1')).toEqual({ a: 'new', b: 'same 1' })
    expect(read('3=person 4001')).toEqual({ c: 'person 4001' })
  })

  it.each(['same', '9=new', '0=new', '1=maybe', '2=same', 'copies=shared', '2=person 4001'])('refuse "%s"', (text) => {
    expect(() => read(text)).toThrow(DecisionError)
  })

  it('default to the first option', () => {
    const [first] = questions as [Question]
    expect(decisionOf(first, NO_DECISIONS)).toBe('leave')
    expect(decisionOf(first, new Map([['a', 'new']]))).toBe('new')
    expect(decisionOf(first, new Map([['a', 'gone']]))).toBe('leave')
  })
})
