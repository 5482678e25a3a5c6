import { useLingui } from '@lingui/react'
import type { InspectionOffer } from '@portraitkit/core/inspection/contract.ts'
import { createInspections, type InspectionsState } from '@portraitkit/core/inspection/state.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import { formatMoney } from '@portraitkit/core/money.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import css from './Inspection.css?inline'
import { messages } from './messages.ts'

type Of = { subject: { uuid: string; name: string } }

/** The printed package that a set's job offers for inspection; nothing if it offers none. Nothing is sent without consent. */
export function InspectionSection({ subject }: Of) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const part = shop.part(createInspections)
  const { sets, busy, error } = useSnapshot(part.state) as InspectionsState
  const [asking, setAsking] = useState(false)
  useEffect(() => void part.load(subject.uuid), [part, subject.uuid])
  const state = sets[subject.uuid]
  if (!state?.offer) return null
  const { offer, answer, isMine, isFixed } = state
  const words = wordsOf(offer, language)
  const isAgreed = answer === 'agreed'
  return (
    <section className="pk-inspection" aria-label={t(messages.title)}>
      <h2>{t(messages.title)}</h2>
      {answer === 'asked' ? <p>{t(messages.lead, words)}</p> : null}
      {isAgreed ? (
        <Notice kind="good" title={t(isMine ? messages.agreed : messages.agreedByOther)}>
          {isFixed ? null : <p>{t(messages.keeps, words)}</p>}
        </Notice>
      ) : null}
      {answer === 'cancelled' ? <p>{t(messages.cancelled)}</p> : null}
      {isFixed ? <p className="pk-soft pk-small">{t(messages.fixed, words)}</p> : null}
      {error && !asking ? <Notice kind="danger" title={error} /> : null}
      {isFixed ? null : isAgreed ? (
        <Button busy={busy} onClick={() => void part.cancel(subject.uuid, subject.name)}>
          {t(messages.takeBack)}
        </Button>
      ) : (
        <>
          <Button onClick={() => setAsking(true)}>{t(answer === 'asked' ? messages.ask : messages.again)}</Button>
          <p className="pk-soft pk-small">{t(messages.never, words)}</p>
        </>
      )}
      <Agreement
        subject={subject}
        offer={offer}
        address={state.address}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

function wordsOf({ name, description, price, currency, daysToReturn, until }: InspectionOffer, language: string) {
  return {
    name,
    description,
    price: formatMoney(price, currency, language),
    days: daysToReturn,
    date: formatDay(until, language),
  }
}

type SubjectQuestion = Of & { offer: InspectionOffer; address: string | null; open: boolean; onClose: () => void }

/** The explicit consent: what it is, what it costs, where it goes. No box is ticked in advance. */
function Agreement({ subject, offer, address, open, onClose }: SubjectQuestion) {
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const part = shop.part(createInspections)
  const { busy, error } = useSnapshot(part.state)
  const words = wordsOf(offer, language)
  const agree = async () => {
    if (await part.agree(subject.uuid)) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(messages.confirmTitle, { name: subject.name })}
      closeLabel={t(formMessages.close)}
      foot={
        <>
          <Button onClick={onClose}>{t(messages.no)}</Button>
          {address === null ? (
            <LinkButton to="myaccount.contactinfo" kind="primary">
              {t(messages.toAddress)}
            </LinkButton>
          ) : (
            <Button kind="primary" busy={busy} onClick={() => void agree()}>
              {t(messages.yes)}
            </Button>
          )}
        </>
      }
    >
      <div className="pk-stack">
        <p>{t(messages.confirmTerms, words)}</p>
        {address === null ? (
          <p>{t(messages.noAddress)}</p>
        ) : (
          <div>
            <p>{t(messages.confirmAddress)}</p>
            <p className="pk-inspection-address">
              <strong>{address}</strong>
            </p>
            <LinkButton to="myaccount.contactinfo" look="text">
              {t(messages.changeAddress)}
            </LinkButton>
          </div>
        )}
        <p className="pk-soft pk-small">{t(messages.confirmUntil, words)}</p>
        {error ? <Notice kind="danger" title={error} /> : null}
      </div>
    </Dialog>
  )
}
