import type { ByteRange } from '../blobs/blobStore.ts'

/**
 * What of `size` bytes a `Range` header asks for. Null is the whole: there is no header, or one that asks for several parts or
 * in a unit that nobody knows, which may be answered whole. 'none' lies outside.
 */
export function askedRange(header: string, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? []
  if (first === '' && last === '') return null
  // The last so many bytes.
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'none'
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'none'
}
