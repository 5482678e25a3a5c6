import { createContext, useContext } from 'react'

/** Opens a modal of the shop by its name (`modals.ts`). */
export type OpenModal = (name: string) => void

export const ModalContext = createContext<OpenModal | undefined>(undefined)

/** How a surface opens a modal of the shop around it; undefined where it stands on a page by itself. */
export function useModal(): OpenModal | undefined {
  return useContext(ModalContext)
}
