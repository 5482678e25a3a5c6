import { createEntry } from '@portraitkit/core/access/state.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../root.tsx'
import { useNewStep } from '../ui/useNewStep.ts'
import css from './Access.css?inline'
import { CodeStep } from './CodeStep.tsx'
import { LetterArt } from './LetterArt.tsx'
import { StepAfterCode } from './StepAfterCode.tsx'

/** From the code on the letter to the pictures: code, e-mail address, then the password or a new account. */
export function CodeEntry({ code = '' }: { code?: string | undefined }) {
  useStyles(css)
  const { shop } = useRoot()
  const { step } = useSnapshot(shop.part(createEntry).state)
  useLoginHash()
  const node = useNewStep(step)
  return (
    <div ref={node} className={step === 'code' ? 'pk-entry' : undefined}>
      {step === 'code' ? <CodeStep given={code} /> : <StepAfterCode step={step} />}
      {step === 'code' ? (
        <div className="pk-entry-art">
          <LetterArt />
        </div>
      ) : null}
    </div>
  )
}

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
