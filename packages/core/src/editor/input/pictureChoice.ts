import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import type { Action } from '../actions/action.ts'
import { choosePicture } from '../actions/choosePicture.ts'
import { fillStrings } from '../actions/fillStrings.ts'
import { replacePictures } from '../actions/replacePictures.ts'
import type { EditorInstance } from '../design/instance.ts'
import { fetchGroupTexts } from './groupTexts.ts'

export type PictureChoice = {
  /** Puts a picture into a slot, or into all that accept it. Returns whether texts came with it, as with group pictures. */
  choose(
    fullId: string,
    picture: FillPicture & { groupPicture?: boolean },
    where: 'here' | 'everywhere',
  ): Promise<boolean>
}

type PictureChoiceHost = {
  instance(): EditorInstance | null
  act<Input>(action: Action<Input>, input: Input, gesture: string): void
  /** Shrinks a text until it fits. */
  settle(fullId: string, gesture: string): Promise<void>
  /** Why the texts of a picture could not be fetched; empty if they were. */
  showError(error: string): void
}

export function createPictureChoice(shop: Shop, host: PictureChoiceHost): PictureChoice {
  let choice = 0
  return {
    async choose(fullId, picture, where) {
      choice += 1
      const name = `choice ${choice}`
      host.showError('')
      host.act(choosePicture, { fullId, picture }, name)
      if (where === 'everywhere') host.act(replacePictures, { picture }, name)
      const instance = host.instance()
      if (!picture.groupPicture || !instance?.subject) return false
      try {
        const resources = await fetchGroupTexts(shop, instance, fullId, picture.uuid)
        // If the customer has chosen another picture meanwhile, only that one's texts matter.
        const before = host.instance()
        if (`choice ${choice}` !== name || resources.length === 0) return false
        host.act(fillStrings, { resources }, name)
        if (host.instance() === before) return false
        for (const resource of resources) await host.settle(resource.fullId, name)
        return true
      } catch (error) {
        if (!isShopError(error)) throw error
        if (`choice ${choice}` === name) host.showError(error.message)
        return false
      }
    },
  }
}
