import { describe, expect, it } from 'vitest'
import type { DesignContent } from '../../template/design.ts'
import { anInstance, pictureUuid } from '../../testing/aDefinition.ts'
import { performAction } from '../actions/action.ts'
import { writeText } from '../actions/writeText.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import { cancelScreen, openSlot } from '../design/screens.ts'
import { withholdPictures } from '../design/withheldPictures.ts'
import { createChangeNotifier } from './changeNotifier.ts'

const title = 'front.title'
const write = (instance: EditorInstance, text: string) => performAction(instance, writeText, { fullId: title, text })

describe('whoever keeps a design', () => {
  it('is told of every change, on every screen, and that it is as it was after Cancel', () => {
    const told: (DesignContent | null)[] = []
    const tell = createChangeNotifier((design) => told.push(design))
    const first = anInstance()
    const opened = openSlot(first, title)
    tell(null)
    tell(first)
    tell(opened)
    expect(told).toEqual([])
    tell(write(opened, 'Hi'))
    expect(told).toEqual([designOf(write(opened, 'Hi'))])
    tell(cancelScreen(write(opened, 'Hi')))
    expect(told.slice(1)).toEqual([null])
  })

  it('is told nothing where a picture may not be seen any more, and keeps it with the next change', () => {
    const told: (DesignContent | null)[] = []
    const tell = createChangeNotifier((design) => told.push(design))
    const opened = anInstance()
    tell(opened)
    const held = withholdPictures(opened, new Set([pictureUuid(1)]))
    tell(held)
    expect(told).toEqual([])
    tell(write(held, 'Hi'))
    expect(told).toEqual([designOf(write(opened, 'Hi'))])
  })
})
