import { useState } from 'react'

/** A field whose text takes effect as soon as it is valid; if it is left before, the previous text returns. */
export function useTextField(value: string, usable: RegExp, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>()
  const write = (text: string) => {
    const isUsable = usable.test(text)
    setTyped(isUsable ? undefined : text)
    if (isUsable) onChange(text)
  }
  return { write, value: typed ?? value, isUnusable: typed !== undefined, leave: () => setTyped(undefined) }
}
