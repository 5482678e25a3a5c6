import { isOfShare } from '@portraitkit/core/access/codeEntry.ts'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isLikelyCustomer } from '../pageShops.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { RootLoading, RootProblem } from '../theme/RootStates.tsx'
import { useLazyPart } from '../ui/loading/useLazyPart.ts'
import { useSessionKnown } from '../ui/loading/useSessionKnown.ts'
import { useStepFocus } from '../ui/page/useStepFocus.ts'
import css from './Access.css?inline'
import { CodeStep } from './CodeStep.tsx'
import { LetterArt } from './LetterArt.tsx'
import { useStepHistory } from './useStepHistory.ts'

const fetchSteps = async () => (await import('./afterCode/StepAfterCode.tsx')).StepAfterCode

/** From the code on the letter to the pictures: code, email address, then the password or a new account. */
export function CodeEntry({ code = '' }: { code?: string | undefined }) {
  useStyles(css)
  const { shop, language } = useRoot()
  const entry = shop.part(createEntry)
  const { step } = useSnapshot(entry.state)
  useLayoutEffect(() => entry.arrive(code), [entry, code])
  useStepHistory(entry, step)
  // After a failure the code field is shown again, as after any call without a connection.
  const isTyped = step === 'code' && !isOfShare(code)
  const isSessionKnown = useSessionKnown()
  const [isAwaited] = useState(() => isLikelyCustomer(shop))
  const [isUnfetched, setUnfetched] = useState(false)
  const StepAfterCode = useLazyPart(fetchSteps, {
    isNeeded: !isTyped && !isUnfetched,
    onFailure: step === 'code' ? () => setUnfetched(true) : entry.back,
  })
  useLoginHash()
  const node = useStepFocus(step)
  // A customer is greeted as one; to anybody else the code field is shown at once.
  if (isTyped && isAwaited && !isSessionKnown) return <RootLoading shape="entry" language={language} />
  return (
    <div key={isTyped ? 'code' : 'steps'} ref={node} className={isTyped ? 'pk-entry' : undefined}>
      {isTyped ? (
        <>
          <CodeStep key={code} given={code} />
          <div className="pk-entry-art">
            <LetterArt />
          </div>
        </>
      ) : StepAfterCode ? (
        <StepAfterCode step={step} token={code} />
      ) : isUnfetched ? (
        <RootProblem language={language} onRetry={() => setUnfetched(false)} />
      ) : (
        <RootLoading shape="form" language={language} />
      )}
    </div>
  )
}
CodeEntry.shape = 'entry'

/** ENT-4: the hash #login opens the login view and is then cleared. */
function useLoginHash(): void {
  const { navigate } = useRoot()
  useEffect(() => {
    const look = () => {
      if (location.hash !== '#login') return
      history.replaceState(history.state, '', `${location.pathname}${location.search}`)
      navigate('login')
    }
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [navigate])
}
