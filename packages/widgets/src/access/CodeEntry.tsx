import { createEntry } from '@portraitkit/core/access/state.ts'
import type { Route } from '@portraitkit/core/routes.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../root.tsx'
import css from './Access.css?inline'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { LetterArt } from './LetterArt.tsx'
import { RegisterStep } from './RegisterStep.tsx'
import { WelcomeBackStep } from './WelcomeBackStep.tsx'

/** From the code on the letter to the pictures: code, e-mail address, then the password or a new account. */
export function CodeEntry({ code = '' }: { code?: string | undefined }) {
  useStyles(css)
  const { shop } = useRoot()
  const { step } = useSnapshot(shop.part(createEntry).state)
  useLoginHash()
  if (step === 'email') return <EmailStep />
  if (step === 'welcome-back') return <WelcomeBackStep />
  if (step === 'register') return <RegisterStep />
  return (
    <div className="pk-entry">
      <CodeStep given={code} />
      <div className="pk-entry-art">
        <LetterArt />
      </div>
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

/** Goes where an action of the entry leads. */
export function useGo(): (next: Promise<Route | undefined>) => Promise<void> {
  const { navigate } = useRoot()
  return async (next) => {
    const route = await next
    if (route) navigate(route.name, route.params)
  }
}
