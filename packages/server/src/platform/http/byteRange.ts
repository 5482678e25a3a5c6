import type { ByteRange } from '../blobs/blobStore.ts'

/**
 * The part of `size` bytes that a `Range` header asks for. Null means all of them: there is no header, or it asks for several
 * parts or in an unknown unit, which may be answered with the whole. 'none' means outside of the file.
 */
export function parseRangeHeader(header: string, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? []
  if (first === '' && last === '') return null
  // The last n bytes.
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'none'
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'none'
}
