import { ACCEPTED_TYPES } from '@portraitkit/core/uploads/limits.ts'
import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { type ReactNode, useRef } from 'react'
import { useRoot } from '../rootContext.ts'

type Picker = {
  /** Opens the file chooser. Browsers allow it only while they handle a press or a key. */
  open: () => void
  /** Opens the file chooser if the customer has no pictures yet. */
  openWhenEmpty: () => Promise<void>
  /** To be rendered anywhere. */
  input: ReactNode
}

/**
 * The browser's file chooser, and the upload of the selected files. Only types that the server reads are requested: an iPhone
 * then converts to JPEG.
 */
export function usePicker(): Picker {
  const { shop } = useRoot()
  const uploads = shop.part(createUploads)
  const ref = useRef<HTMLInputElement>(null)
  const open = () => ref.current?.click()
  return {
    open,
    async openWhenEmpty() {
      await uploads.load()
      const { status, images, sending } = uploads.state
      if (status === 'ready' && images.length === 0 && sending !== 'sending') open()
    },
    input: (
      <input
        ref={ref}
        type="file"
        className="pk-unseen"
        tabIndex={-1}
        aria-hidden="true"
        multiple
        accept={ACCEPTED_TYPES.join(',')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // So that the same file can be selected again.
          currentTarget.value = ''
          if (files.length > 0) void uploads.add(files)
        }}
      />
    ),
  }
}
