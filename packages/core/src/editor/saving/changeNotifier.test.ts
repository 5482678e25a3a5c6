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

describe('the notifier of changes', () => {
  it('reports every change, on every screen, and the original state after Cancel', () => {
    const notifications: (DesignContent | null)[] = []
    const notify = createChangeNotifier((design) => notifications.push(design))
    const first = anInstance()
    const opened = openSlot(first, title)
    notify(null)
    notify(first)
    notify(opened)
    expect(notifications).toEqual([])
    notify(write(opened, 'Hi'))
    expect(notifications).toEqual([designOf(write(opened, 'Hi'))])
    notify(cancelScreen(write(opened, 'Hi')))
    expect(notifications.slice(1)).toEqual([null])
  })

  it('reports nothing when a picture is withheld, and keeps that picture in the next change', () => {
    const notifications: (DesignContent | null)[] = []
    const notify = createChangeNotifier((design) => notifications.push(design))
    const opened = anInstance()
    notify(opened)
    const restricted = withholdPictures(opened, new Set([pictureUuid(1)]))
    notify(restricted)
    expect(notifications).toEqual([])
    notify(write(restricted, 'Hi'))
    expect(notifications).toEqual([designOf(write(opened, 'Hi'))])
  })
})
