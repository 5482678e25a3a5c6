import { hasYear } from '../../template/year.ts'
import type { Action } from './action.ts'

/** Sets the year of the design, which `clampYear` has checked. */
export const setYear: Action<{ year: number }> = {
  name: 'setYear',
  perform(instance, { year }) {
    const { content, definition } = instance
    if (!hasYear(definition) || content.year === year) return instance
    return { ...instance, content: { ...content, year } }
  },
}
