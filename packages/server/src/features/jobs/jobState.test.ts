import { expect, it } from 'vitest'
import { flagsOf, JOB_STATES, type JobFlags, jobStateOf } from './jobState.ts'

const fresh: JobFlags = {
  published: false,
  hasBeenInWebShop: false,
  requireFineTunedPictures: true,
  isArchived: false,
}

it('a state gives the flags of 001 §3, and the flags give the state back', () => {
  for (const state of JOB_STATES) {
    expect(jobStateOf({ state, ...flagsOf(state, fresh) })).toBe(state)
    const visible = flagsOf('published', fresh)
    expect(jobStateOf({ state, ...flagsOf(state, visible) })).toBe(state)
  }
})

it('[ACC-7] pictures that were never in the shop are waited for, and so are those that were', () => {
  expect(flagsOf('sorting', fresh)).toEqual(fresh)
  const visible = flagsOf('published', fresh)
  expect(visible).toEqual({
    published: true,
    hasBeenInWebShop: true,
    requireFineTunedPictures: false,
    isArchived: false,
  })
  expect(flagsOf('proofing', visible)).toEqual({ ...visible, published: false })
  expect(flagsOf('closed', visible)).toEqual({ ...visible, isArchived: true })
  expect(flagsOf('closed', fresh)).toEqual({ ...fresh, isArchived: true })
})

it('the flags count if a server of the version before has written them alone', () => {
  const visible = flagsOf('published', fresh)
  expect(jobStateOf({ ...visible, state: 'draft' })).toBe('published')
  expect(jobStateOf({ ...visible, isArchived: true, state: 'published' })).toBe('closed')
  expect(jobStateOf({ ...visible, published: false, state: 'published' })).toBe('proofing')
  expect(jobStateOf({ ...fresh, state: 'closed' })).toBe('draft')
  expect(jobStateOf(fresh)).toBe('draft')
})
