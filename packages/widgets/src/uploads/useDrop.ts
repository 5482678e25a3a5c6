import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { type DragEvent, useRef, useState } from 'react'
import { useRoot } from '../rootContext.ts'

type Drop = {
  /** Files are being dragged over the place. */
  isOver: boolean
  /** To be spread on the element that accepts them. */
  place: {
    onDragEnter: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragLeave: () => void
    onDrop: (event: DragEvent) => void
  }
}

/** A place where files can be dropped. Dragged content that is not a file is passed on to other handlers. */
export function useDrop(onFiles: () => void): Drop {
  const { shop } = useRoot()
  // Each node inside fires its own enter and leave events.
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  const move = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return {
    isOver,
    place: {
      onDragEnter: (event) => {
        if (hasFiles(event)) move(1)
      },
      onDragOver: (event) => {
        if (hasFiles(event)) event.preventDefault()
      },
      onDragLeave: () => move(-1),
      onDrop: (event) => {
        depth.current = 0
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        onFiles()
        void shop.part(createUploads).add(files)
      },
    },
  }
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return [...(dataTransfer?.types ?? [])].includes('Files')
}
