import type { ModalName } from '@portraitkit/core/routes.ts'
import { createContext, useContext } from 'react'

/** Opens a modal of the shop by its name (`modals.ts`). */
export type OpenModal = (name: ModalName) => void

export const ModalContext = createContext<OpenModal | undefined>(undefined)

/** Opens a modal of the shop around the surface; undefined if the surface is alone on a page. */
export function useOpenModal(): OpenModal | undefined {
  return useContext(ModalContext)
}
