import { describe, expect, it } from 'vitest'
import { chunkOf, findEmptyPlaces } from '../vite.chunkFolders.ts'

describe('the chunks that surfaces share', () => {
  const chunks = [
    { name: 'everywhere', of: ['widgets/account', 'core/requestId.ts'] },
    { name: 'password', of: ['widgets/account/password'] },
    { name: null, of: ['widgets/account/area'] },
  ]

  it('contain each file that is in one of their folders, the deepest of the table deciding', () => {
    expect(chunkOf('widgets/account/messages.ts', chunks)).toBe('everywhere')
    expect(chunkOf('widgets/account/password/resetCode.ts', chunks)).toBe('password')
    expect(chunkOf('widgets/account/area/MyData.tsx', chunks)).toBeNull()
    expect(chunkOf('core/requestId.ts', chunks)).toBe('everywhere')
    expect(chunkOf('widgets/accounting/Sum.tsx', chunks)).toBeUndefined()
  })

  it('list no folder in which the build finds nothing', () => {
    const files = ['widgets/account/messages.ts', 'widgets/account/area/MyData.tsx', 'core/requestId.ts']
    expect(findEmptyPlaces(files, chunks)).toEqual([
      'The chunk password lists widgets/account/password, where the build finds no file: vite.chunkFolders.ts',
    ])
    // Another chunk lists the only file left in the folder.
    expect(findEmptyPlaces(files.slice(1), [...chunks.slice(0, 1), ...chunks.slice(2)])).toEqual([
      'The chunk everywhere lists widgets/account, where the build finds no file: vite.chunkFolders.ts',
    ])
  })
})
