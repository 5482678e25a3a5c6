import type { Visitor } from './visitor.ts'

/** The same person without a mouse: Tab leads to what is pressed or filled in, arrows to one of several options. */
export function byKeys(visitor: Visitor): Visitor {
  return {
    ...visitor,
    async press(role, name) {
      if (role === 'radio') return selectOption(visitor, name)
      await visitor.waitUntilEnabled(role, name)
      await visitor.tabTo(role, name)
      await visitor.key(role === 'checkbox' ? 'Space' : 'Enter')
    },
    async write(label, text) {
      await visitor.tabToField(label)
      await visitor.keys('Control+a')
      await visitor.type(text)
    },
  }
}

/** Tab reaches a group at its selected option, or at the first one; the arrow keys move on from there, in a cycle. */
async function selectOption(visitor: Visitor, name: string | RegExp): Promise<void> {
  await visitor.waitFor('radio', name)
  const ways = await visitor.count('radio', '')
  await visitor.tabTo('radio', '')
  await visitor.key('Space')
  for (let step = 0; step < ways && !(await visitor.isFocused('radio', name)); step++) await visitor.key('ArrowDown')
}
