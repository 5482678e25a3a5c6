import { access } from '@portraitkit/core/access/contract.ts'
import { isShopError } from '@portraitkit/core/errors.ts'
import { type FormEvent, useState } from 'react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Page } from '../ui/Page.tsx'
import { messages } from './messages.ts'

// 000 §5: the code dialog's button waits for 6 characters; spaces and dashes do not count
const leastLength = 6
const bare = (code: string) => code.replace(/[\s-]/g, '')

/** Where a customer types the code that came with the photographs. */
export function CodeEntry({ code: given = '' }: { code?: string | undefined }) {
  const t = useT(messages)
  const { shop, navigate } = useRoot()
  const [code, setCode] = useState(given)
  const [state, setState] = useState<'idle' | 'checking'>('idle')
  const [error, setError] = useState('')
  const [helpOpen, setHelpOpen] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState('checking')
    setError('')
    try {
      const answer = await shop.call(access.verifySubjectCode, { code: bare(code) })
      if (answer.data?.redirect) return location.assign(answer.data.redirect)
      if (!answer.valid || !answer.data) return setError(answer.errorMessage ?? t('access.unknown'))
      shop.memory.write({ flow: { token: answer.data.flow, code: bare(code), subjects: answer.data.subjects } })
      navigate('login')
    } catch (failure) {
      if (!isShopError(failure)) throw failure
      if (failure.kind === 'failure') setError(failure.message)
    } finally {
      setState('idle')
    }
  }
  return (
    <Page width="form" title={t('access.heading')} lead={t('access.lead')}>
      <form className="pk-form" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('access.code')}
          look="code"
          value={code}
          onValue={setCode}
          error={error}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          minLength={4}
        />
        <Button
          type="submit"
          kind="primary"
          width="full"
          busy={state === 'checking'}
          disabled={bare(code).length < leastLength}
        >
          {t('access.continue')}
        </Button>
        <Button kind="quiet" width="full" onClick={() => setHelpOpen(true)}>
          {t('access.notReceived')}
        </Button>
      </form>
      <Dialog
        open={helpOpen}
        onClose={() => setHelpOpen(false)}
        title={t('access.notReceived')}
        closeLabel={t('access.close')}
      >
        <p>{t('access.notReceivedText')}</p>
      </Dialog>
    </Page>
  )
}
