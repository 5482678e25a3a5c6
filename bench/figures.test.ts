import { describe, expect, it } from 'vitest'
import { formatNumber, renderFigures, replaceSection } from './figures.ts'

describe('figures are readable', () => {
  it('with three significant digits and no exponents', () => {
    expect([0.123456, 1.5, 41.237, 123.4, 65432.1, 0].map(formatNumber)).toEqual([
      '0.123',
      '1.5',
      '41.2',
      '123',
      '65,432',
      '0',
    ])
  })

  it('as a table with the goals that are met', () => {
    const table = renderFigures('Import', [
      {
        name: 'images',
        value: 37,
        unit: '/s',
        beside: 'vipsthumbnail 40 /s',
        ratio: 0.925,
        goal: 'at least 0.9',
        met: true,
      },
      { name: 'memory', value: 512, unit: 'MB', goal: 'under 400', met: false },
      { name: 'photographs', value: 100, unit: '' },
    ])
    expect(table.split('\n').slice(4)).toEqual([
      '| images | 37 /s | vipsthumbnail 40 /s | 0.925 | at least 0.9 | yes |',
      '| memory | 512 MB |  |  | under 400 | **no** |',
      '| photographs | 100  |  |  |  |  |',
    ])
  })

  it('on a page where a figure measured by itself replaces its earlier section', () => {
    const figure = { name: 'photographs', value: 100, unit: '' }
    const [zip, start] = [renderFigures('Zip', [figure]), renderFigures('Start up', [figure])]
    const again = renderFigures('Start up', [{ ...figure, value: 90 }], 'today')
    const page = `# Benchmarks\n\nMeasured yesterday\n\n${start}\n\n${zip}\n`
    expect(replaceSection(page, again)).toBe(`# Benchmarks\n\nMeasured yesterday\n\n${again}\n\n${zip}\n`)
    expect(again).toContain('\n\nMeasured by itself: today\n\n| figure')
    expect(replaceSection(`# Benchmarks\n\n${start}\n`, zip)).toBe(`# Benchmarks\n\n${start}\n\n${zip}\n`)
  })
})
