import { describe, expect, it } from 'vitest'
import { anInstance, pictureUuid } from '../../testing/aDefinition.ts'
import { performAction } from '../actions/action.ts'
import { choosePicture } from '../actions/choosePicture.ts'
import { undo } from '../actions/undo.ts'
import { writeText } from '../actions/writeText.ts'
import { designOf, type EditorInstance, imageOf } from './instance.ts'
import { cancelScreen, losesOnCancel, openSlot } from './screens.ts'
import { hasWithheldPictures, pictureIds, savedDesignOf, withholdPictures } from './withheldPictures.ts'

const left = 'front.left'
const title = 'front.title'
const [mine, other] = [pictureUuid(1), pictureUuid(3)]
const another = { uuid: other, width: 1600, height: 2000, keywords: [] }
const write = (instance: EditorInstance, text: string) => performAction(instance, writeText, { fullId: title, text })

describe('a picture that may not be seen now', () => {
  it('leaves its place empty when shown and bought, and stays in the saved design', () => {
    const whole = anInstance()
    const restricted = withholdPictures(whole, new Set([mine]))
    expect([imageOf(restricted.content, left), hasWithheldPictures(restricted), hasWithheldPictures(whole)]).toEqual([
      null,
      true,
      false,
    ])
    expect(pictureIds(designOf(restricted))).not.toContain(mine)
    expect(JSON.stringify(designOf(restricted))).not.toContain(mine)
    expect(savedDesignOf(restricted)).toEqual(designOf(whole))
    expect(savedDesignOf(restricted, new Set([mine]))).toEqual(designOf(restricted))
    expect(withholdPictures(restricted, new Set([mine]))).toBe(restricted)
    expect(designOf(withholdPictures(restricted, new Set()))).toEqual(designOf(whole))
  })

  it('is restored by undo, even if another one was chosen for its place meanwhile', () => {
    const withheld = new Set([mine])
    const replaced = performAction(withholdPictures(anInstance(), withheld), choosePicture, {
      fullId: left,
      picture: another,
    })
    expect([pictureIds(savedDesignOf(replaced)).includes(mine), hasWithheldPictures(replaced)]).toEqual([false, false])
    // It was chosen before it was withdrawn as well: undo restores the state before that.
    for (const instance of [replaced, performAction(anInstance(), choosePicture, { fullId: left, picture: another })]) {
      const undone = withholdPictures(undo.perform(instance, {}), withheld)
      expect([imageOf(undone.content, left), pictureIds(savedDesignOf(undone)).includes(mine)]).toEqual([null, true])
    }
  })

  it('does not cause a question on a screen without changes', () => {
    const restricted = withholdPictures(openSlot(anInstance(), title), new Set([mine]))
    expect(losesOnCancel(restricted)).toBe(false)
    expect(losesOnCancel(write(restricted, 'Hi'))).toBe(true)
    expect(imageOf(cancelScreen(write(restricted, 'Hi')).content, left)).toBeNull()
  })
})
