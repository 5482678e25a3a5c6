import { describe, expect, it } from 'vitest'
import type { DesignContent } from '../../template/design.ts'
import { anInstance, pictureUuid } from '../../testing/aDefinition.ts'
import { act } from '../actions/action.ts'
import { writeText } from '../actions/writeText.ts'
import { designOf, type Instance } from '../design/instance.ts'
import { cancel, openResource } from '../design/screens.ts'
import { withholding } from '../design/withheldPictures.ts'
import { createTelling } from './changeNotifier.ts'

const title = 'front.title'
const write = (instance: Instance, text: string) => act(instance, writeText, { fullId: title, text })

describe('whoever keeps a design', () => {
  it('is told of every change, on every screen, and that it is as it was after Cancel', () => {
    const told: (DesignContent | null)[] = []
    const tell = createTelling((design) => told.push(design))
    const first = anInstance()
    const opened = openResource(first, title)
    tell(null)
    tell(first)
    tell(opened)
    expect(told).toEqual([])
    tell(write(opened, 'Hi'))
    expect(told).toEqual([designOf(write(opened, 'Hi'))])
    tell(cancel(write(opened, 'Hi')))
    expect(told.slice(1)).toEqual([null])
  })

  it('is told nothing where a picture may not be seen any more, and keeps it with the next change', () => {
    const told: (DesignContent | null)[] = []
    const tell = createTelling((design) => told.push(design))
    const opened = anInstance()
    tell(opened)
    const held = withholding(opened, new Set([pictureUuid(1)]))
    tell(held)
    expect(told).toEqual([])
    tell(write(held, 'Hi'))
    expect(told).toEqual([designOf(write(opened, 'Hi'))])
  })
})
