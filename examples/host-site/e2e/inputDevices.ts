import type { Locator } from 'playwright-core'
import { type Person, pressByKeys, tabTo, typeByKeys, withCalmPhone, withComputer } from './person.ts'

/** A person who can also fill in forms, by touch or by keyboard alone. */
export type FormPerson = Person & {
  /** Selects one of several options. */
  choose(radio: Locator): Promise<void>
  tick(checkbox: Locator): Promise<void>
}

/** A phone with touch. */
export async function onPhoneByTouch(): Promise<FormPerson> {
  const person = await withCalmPhone()
  return { ...person, choose: person.press, tick: person.press }
}

/** A computer with a keyboard. */
export async function atComputerByKeys(): Promise<FormPerson> {
  const person = await withComputer({ reducedMotion: 'reduce' })
  const { page } = person
  const { keyboard } = page
  return {
    ...person,
    press: (what) => pressByKeys(person, what),
    write: (label, text) => typeByKeys(person, label, text),
    /** Tab reaches the selected option, or otherwise the first one; the arrow keys move on from there, in a cycle. */
    async choose(radio) {
      await radio.waitFor()
      if (await radio.isChecked()) return
      const all = page.getByRole('group').filter({ has: radio }).getByRole('radio')
      const ways = await all.all()
      const checked = await Promise.all(ways.map((each) => each.isChecked()))
      const from = Math.max(0, checked.indexOf(true))
      await tabTo(person, all.nth(from))
      if (!checked[from]) await keyboard.press('Space')
      for (let step = 0; step < ways.length && !(await radio.isChecked()); step++) await keyboard.press('ArrowDown')
    },
    async tick(checkbox) {
      await tabTo(person, checkbox)
      await keyboard.press('Space')
    },
  }
}
