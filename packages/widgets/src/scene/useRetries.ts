import { useEffect, useRef, useState } from 'react'

const first = 2000
const MAX_DELAY_MS = 30_000
/** After this many failed attempts online, the picture is given up. */
const MAX_ATTEMPTS = 8

export type Retries = {
  /** To be the key of the image: a new key requests the same address again. */
  readonly attempt: number
  /** The picture did not load: it is requested again after a delay, and as soon as the connection returns. */
  readonly fail: () => void
}

/** Retries a picture's address, because no browser does so by itself. */
export function useRetries(address: string | undefined): Retries {
  const [attempt, setAttempt] = useState(0)
  const failures = useRef(0)
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    failures.current = 0
    return () => stop.current?.()
  }, [address])
  const fail = () => {
    stop.current?.()
    const again = () => {
      stop.current?.()
      setAttempt((before) => before + 1)
    }
    const wait = Math.min(first * 2 ** failures.current, MAX_DELAY_MS)
    const timer = failures.current < MAX_ATTEMPTS ? setTimeout(again, wait) : undefined
    failures.current += 1
    window.addEventListener('online', again)
    stop.current = () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }
  return { attempt, fail }
}
