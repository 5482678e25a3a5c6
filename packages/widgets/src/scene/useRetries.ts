import { useEffect, useRef, useState } from 'react'

const first = 2000
const MAX_DELAY_MS = 30_000
/** Who is online and does not get a picture after so many attempts will not get it. */
const MAX_ATTEMPTS = 8

export type Retries = {
  /** To be the key of the image: another one asks for the same address afresh. */
  readonly attempt: number
  /** The picture did not come: it is asked for again in a while, and as soon as there is a connection again. */
  readonly fail: () => void
}

/** The attempts to get a picture, of which no browser makes a second one by itself. */
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
