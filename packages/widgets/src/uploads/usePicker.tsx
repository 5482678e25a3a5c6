import { ACCEPTED_TYPES } from '@portraitkit/core/uploads/limits.ts'
import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { type ReactNode, useRef } from 'react'
import { useRoot } from '../rootContext.ts'

type Picker = {
  /** Asks for pictures. Browsers let it only while they deal with a press or a key. */
  open: () => void
  /** Asks for pictures where the customer has none yet. */
  openWhenEmpty: () => Promise<void>
  /** To be rendered somewhere. */
  input: ReactNode
}

/** The browser's own way to choose files, and their way to the server. Only what the server reads is asked for: an iPhone then makes JPEGs. */
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
          // The same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) void uploads.add(files)
        }}
      />
    ),
  }
}
