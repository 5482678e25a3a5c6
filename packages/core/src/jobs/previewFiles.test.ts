import { expect, it } from 'vitest'
import type { PictureType } from './picture.ts'
import { previewFiles } from './previewFiles.ts'

const kindsOf = (...kinds: PictureType[]) =>
  previewFiles(kinds.map((pictureType) => ({ pictureType }))).map(({ pictureType }) => pictureType)

it('[DIG-1] at most three pictures represent a set, no group pictures unless there is nothing else', () => {
  expect(kindsOf('IP', 'IP', 'IP', 'IP')).toEqual(['IP', 'IP', 'IP'])
  expect(kindsOf('IP', 'GP', 'MGP', 'GP')).toEqual(['IP', 'MGP'])
  expect(kindsOf('GP', 'GP')).toEqual(['GP', 'GP'])
})
