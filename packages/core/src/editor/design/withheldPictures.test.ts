import { describe, expect, it } from 'vitest'
import { anInstance, pictureUuid } from '../../testing/aDefinition.ts'
import { act } from '../actions/action.ts'
import { choosePicture } from '../actions/choosePicture.ts'
import { undo } from '../actions/undo.ts'
import { writeText } from '../actions/writeText.ts'
import { designOf, type Instance, imageOf } from './instance.ts'
import { cancel, losesOnCancel, openResource } from './screens.ts'
import { hasWithheld, keptDesignOf, picturesIn, withholding } from './withheldPictures.ts'

const left = 'front.left'
const title = 'front.title'
const [mine, other] = [pictureUuid(1), pictureUuid(3)]
const another = { uuid: other, width: 1600, height: 2000, keywords: [] }
const write = (instance: Instance, text: string) => act(instance, writeText, { fullId: title, text })

describe('a picture that may not be seen now', () => {
  it('leaves its place empty in what is shown and bought, and stays in what is kept', () => {
    const whole = anInstance()
    const held = withholding(whole, new Set([mine]))
    expect([imageOf(held.content, left), hasWithheld(held), hasWithheld(whole)]).toEqual([null, true, false])
    expect(picturesIn(designOf(held))).not.toContain(mine)
    expect(JSON.stringify(designOf(held))).not.toContain(mine)
    expect(keptDesignOf(held)).toEqual(designOf(whole))
    expect(keptDesignOf(held, new Set([mine]))).toEqual(designOf(held))
    expect(withholding(held, new Set([mine]))).toBe(held)
    expect(designOf(withholding(held, new Set()))).toEqual(designOf(whole))
  })

  it('is carried by undo, also where another one was chosen for its place meanwhile', () => {
    const withheld = new Set([mine])
    const chosen = act(withholding(anInstance(), withheld), choosePicture, { fullId: left, picture: another })
    expect([picturesIn(keptDesignOf(chosen)).includes(mine), hasWithheld(chosen)]).toEqual([false, false])
    // It was chosen before it was withdrawn as well: undo brings back how all was before that.
    for (const instance of [chosen, act(anInstance(), choosePicture, { fullId: left, picture: another })]) {
      const undone = withholding(undo.perform(instance, {}), withheld)
      expect([imageOf(undone.content, left), picturesIn(keptDesignOf(undone)).includes(mine)]).toEqual([null, true])
    }
  })

  it('makes nothing to ask about of a screen on which nothing was done', () => {
    const held = withholding(openResource(anInstance(), title), new Set([mine]))
    expect(losesOnCancel(held)).toBe(false)
    expect(losesOnCancel(write(held, 'Hi'))).toBe(true)
    expect(imageOf(cancel(write(held, 'Hi')).content, left)).toBeNull()
  })
})
