import { describe, expect, it } from 'vitest'
import { codeProblem, formatCode, makeCode, normaliseCode } from './codes.ts'

describe('codes', () => {
  it('are compared in capitals, without spaces and dashes', () => {
    const dashes = ['-', '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－'].map((dash) => `MAP${dash}LE7`)
    // non-breaking, narrow, ideographic and zero-width spaces; a soft hyphen; direction marks
    const unseen = [0xa0, 0x202f, 0x3000, 0x200b, 0x200d, 0x2060, 0xfeff, 0xad, 0x200e, 0x202c].map(
      (sign) => `${String.fromCodePoint(sign)}MAP${String.fromCodePoint(sign)}LE7`,
    )
    for (const typed of ['maple7', ' MAPLE 7', 'map-le7', 'ｍａｐｌｅ７', 'MAP\tLE7\n', ...dashes, ...unseen])
      expect(normaliseCode(typed)).toBe('MAPLE7')
  })

  it('have ten characters without look-alikes, written as two groups of five', () => {
    let drawn = 0
    const codes = Array.from({ length: 200 }, () => makeCode((below) => (drawn++ * 7 + Math.floor(drawn / 23)) % below))
    for (const code of codes) {
      expect(code).toMatch(/^[A-Z0-9]{10}$/)
      expect(code).not.toMatch(/[01258ILOSUVBZ]/)
      expect(formatCode(code)).toBe(`${code.slice(0, 5)}-${code.slice(5)}`)
      expect(normaliseCode(formatCode(code))).toBe(code)
    }
    expect(new Set(codes.join('')).size).toBe(23)
    expect(formatCode('MAPLE7')).toBe('MAPLE7')
  })

  it("of a roster are refused if the shop's own form would not accept them", () => {
    expect(codeProblem('MAPLE7')).toBeNull()
    expect(codeProblem('AB12C')).toContain('fewer than the 6')
    expect(codeProblem('A'.repeat(33))).toContain('more than 32')
    expect(codeProblem('MAPLE/7')).toContain('other than letters and digits')
  })
})
