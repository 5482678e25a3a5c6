import { afterEach, it } from 'vitest'
import { walk } from './dialogs/walk.ts'
import { chapters } from './dialogs/walks.ts'
import { atComputerByKeys, type FormPerson, onPhoneByTouch } from './inputDevices.ts'

// Opens, walks through by keyboard and closes each dialog and each list of tabs on a path through the shop, in the shadow root of
// one tag on the photographer's page. The others are walked in the tests that open them; `scripts/checks/dialogs.ts` finds any
// that are never walked. The long form walks all of them by keyboard and by touch.

const isLong = process.env.PROOFS === 'long'
let person: FormPerson | undefined
afterEach(async () => {
  await person?.leave()
  person = undefined
})

const names = Object.keys(chapters) as Array<keyof typeof chapters>
const ways = isLong ? names.flatMap((chapter) => [[chapter, 'keys'] as const, [chapter, 'finger'] as const]) : []

it.each(isLong ? ways : [['editor', 'keys'] as const])(
  '[EMB-4] the dialogs and tabs of the chapter %s can be used by %s',
  async (chapter, by) => {
    person = await (by === 'keys' ? atComputerByKeys() : onPhoneByTouch())
    for (const step of chapters[chapter]) {
      try {
        await walk(person, by, step)
      } catch (cause) {
        throw new Error(`${step.of}: ${cause instanceof Error ? cause.message : cause}`, { cause })
      }
    }
  },
)
