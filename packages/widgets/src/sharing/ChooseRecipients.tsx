import { useLingui } from '@lingui/react'
import { dayIn, MAX_RECIPIENTS, MAX_SHARE_DAYS, SHARE_DAYS } from '@portraitkit/core/sharing/contract.ts'
import { isUnreadable, recipientsOf } from '@portraitkit/core/sharing/recipients.ts'
import { createSharing } from '@portraitkit/core/sharing/state.ts'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { useTouched } from '../ui/controls/useTouched.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** Step 2: the recipients. Invalid addresses are reported, and dropped when sending. */
export function ChooseRecipients() {
  const { _: t } = useLingui()
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
      <h2>{t(messages.recipients)}</h2>
      {typed.map((text, index) => (
        <RecipientField key={index} index={index} text={text} isOnly={typed.length === 1} />
      ))}
      {typed.length < MAX_RECIPIENTS ? (
        <Button kind="quiet" icon={Plus} onClick={sharing.addField}>
          {t(messages.add)}
        </Button>
      ) : null}
      <LastDay />
      {alert ? <Notice kind="danger" title={alert.kind === 'failed' ? t(messages.failed) : alert.text} /> : null}
      <div className="pk-share-decide">
        <Button onClick={sharing.back}>{t(messages.back)}</Button>
        <Button
          type="submit"
          kind="primary"
          busy={status === 'sending'}
          disabled={count === 0 || count > MAX_RECIPIENTS}
        >
          {count === 0
            ? t(messages.addRecipients)
            : count > MAX_RECIPIENTS
              ? t(messages.tooMany, { most: MAX_RECIPIENTS })
              : t(messages.send, { count })}
        </Button>
      </div>
    </form>
  )
}

/** The last day on which the link works: in three months, unless another one is chosen. */
function LastDay() {
  const { _: t } = useLingui()
  const sharing = useRoot().shop.part(createSharing)
  const { until } = useSnapshot(sharing.state)
  const now = new Date()
  return (
    <Field
      label={t(messages.until)}
      hint={t(messages.untilHint)}
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
  const { _: t } = useLingui()
  const sharing = useRoot().shop.part(createSharing)
  const { isTouched, onBlur } = useTouched()
  return (
    <div className="pk-share-recipient">
      <Field
        label={isOnly ? t(messages.email) : t(messages.emailNumber, { number: index + 1 })}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        value={text}
        onValue={(value) => sharing.type(index, value)}
        onBlur={onBlur}
        error={isTouched && isUnreadable(text) ? t(formMessages.email) : undefined}
      />
      {isOnly ? null : (
        <Button
          kind="icon"
          icon={X}
          label={t(messages.remove, { number: index + 1 })}
          onClick={() => sharing.removeField(index)}
        />
      )}
    </div>
  )
}
