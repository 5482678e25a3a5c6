import { dayIn, MAX_RECIPIENTS, MAX_SHARE_DAYS, SHARE_DAYS } from '@portraitkit/core/sharing/contract.ts'
import { isUnreadable, recipientsOf } from '@portraitkit/core/sharing/recipients.ts'
import { createSharing } from '@portraitkit/core/sharing/state.ts'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { useTouched } from '../ui/controls/useTouched.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** Step 2: the recipients. Invalid addresses are reported, and dropped when sending. */
export function ChooseRecipients() {
  const t = useT(messages)
  const { shop } = useRoot()
  const sharing = shop.part(createSharing)
  const { typed, status, alert } = useSnapshot(sharing.state)
  const count = recipientsOf(typed).length
  const node = useNewField(typed.length)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void sharing.send()
  }
  return (
    <form className="pk-form" ref={node} onSubmit={submit} noValidate>
      <h2>{t('sharing.recipients')}</h2>
      {typed.map((text, index) => (
        <RecipientField key={index} index={index} text={text} isOnly={typed.length === 1} />
      ))}
      {typed.length < MAX_RECIPIENTS ? (
        <Button kind="quiet" icon={Plus} onClick={sharing.addField}>
          {t('sharing.add')}
        </Button>
      ) : null}
      <LastDay />
      {alert ? <Notice kind="danger" title={alert.kind === 'failed' ? t('sharing.failed') : alert.text} /> : null}
      <div className="pk-share-decide">
        <Button onClick={sharing.back}>{t('sharing.back')}</Button>
        <Button
          type="submit"
          kind="primary"
          busy={status === 'sending'}
          disabled={count === 0 || count > MAX_RECIPIENTS}
        >
          {count === 0
            ? t('sharing.addRecipients')
            : count > MAX_RECIPIENTS
              ? t('sharing.tooMany', { most: MAX_RECIPIENTS })
              : t('sharing.send', { count })}
        </Button>
      </div>
    </form>
  )
}

/** The last day on which the link works: in three months, unless another one is chosen. */
function LastDay() {
  const t = useT(messages)
  const sharing = useRoot().shop.part(createSharing)
  const { until } = useSnapshot(sharing.state)
  const now = new Date()
  return (
    <Field
      label={t('sharing.until')}
      hint={t('sharing.untilHint')}
      type="date"
      min={dayIn(0, now)}
      max={dayIn(MAX_SHARE_DAYS, now)}
      value={until || dayIn(SHARE_DAYS, now)}
      onValue={sharing.chooseDay}
    />
  )
}

/** A new field takes the focus. */
function useNewField(count: number): { current: HTMLFormElement | null } {
  const node = useRef<HTMLFormElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current)
      [...(node.current?.querySelectorAll<HTMLElement>('.pk-share-recipient input') ?? [])].at(-1)?.focus()
    before.current = count
  }, [count])
  return node
}

function RecipientField({ index, text, isOnly }: { index: number; text: string; isOnly: boolean }) {
  const t = useT(messages)
  const form = useT(formMessages)
  const sharing = useRoot().shop.part(createSharing)
  const { isTouched, onBlur } = useTouched()
  return (
    <div className="pk-share-recipient">
      <Field
        label={isOnly ? t('sharing.email') : t('sharing.emailNumber', { number: index + 1 })}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        value={text}
        onValue={(value) => sharing.type(index, value)}
        onBlur={onBlur}
        error={isTouched && isUnreadable(text) ? form('form.email') : undefined}
      />
      {isOnly ? null : (
        <Button
          kind="icon"
          icon={X}
          label={t('sharing.remove', { number: index + 1 })}
          onClick={() => sharing.removeField(index)}
        />
      )}
    </div>
  )
}
