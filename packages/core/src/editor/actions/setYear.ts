import { hasYear } from '../../template/year.ts'
import type { Action } from './action.ts'

/** Gives the design another year, one that `chosenYear` has let through. */
export const setYear: Action<{ year: number }> = {
  name: 'setYear',
  perform(instance, { year }) {
    const { content, definition } = instance
    if (!hasYear(definition) || content.year === year) return instance
    return { ...instance, content: { ...content, year } }
  },
}
