import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'

/** Whether it is known who is signed in, or that it cannot be found out. What differs for a customer waits for it, so that nothing moves. */
export function useSessionKnown(): boolean {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    const onAnswer = () => setAnswered(true)
    shop.session.ready().then(onAnswer, onAnswer)
  }, [shop])
  return isAnswered || status !== 'unknown'
}
