import { useState } from 'react'

/** A field whose text is taken over as soon as it can be used; one that is left before has its former text again. */
export function useWritten(value: string, usable: RegExp, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>()
  const write = (text: string) => {
    const isUsable = usable.test(text)
    setTyped(isUsable ? undefined : text)
    if (isUsable) onChange(text)
  }
  return { write, value: typed ?? value, isUnusable: typed !== undefined, leave: () => setTyped(undefined) }
}
