import { useLingui } from '@lingui/react'
import { isShopError } from '@portraitkit/core/errors.ts'
import { useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/FieldError.tsx'
import { areaMessages } from './areaMessages.ts'

/** Signs out where no header has a sign-out button, as next to standalone elements. In a shop it then opens the front page. */
export function SignOutButton() {
  const { _: t } = useLingui()
  const { shop, page, navigate } = useRoot()
  const [problem, setProblem] = useState('')
  const leave = async () => {
    setProblem('')
    try {
      await shop.session.signOut()
      if (page.routers.length > 0) navigate('frontpage')
    } catch (error) {
      if (!isShopError(error)) throw error
      setProblem(error.message)
    }
  }
  return (
    <div className="pk-stack">
      <div>
        <Button onClick={() => void leave()}>{t(areaMessages.signOut)}</Button>
      </div>
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  )
}
