import { useLingui } from '@lingui/react'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { Retake, RetakePrint } from '@portraitkit/core/retakes/contract.ts'
import { createRetakes, exchangedPart, printId, type RetakesState } from '@portraitkit/core/retakes/state.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { Check, Images } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useSnapshot } from 'valtio'
import { areaMessages } from '../account/area/areaMessages.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { SceneView } from '../scene/SceneView.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Empty } from '../ui/states/Empty.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { messages } from './messages.ts'
import css from './Retakes.css?inline'

/** New pictures instead of ordered ones: each print as ordered and as it would be, to keep or to exchange. */
export function Retakes() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createRetakes)
  const signedIn = useSessionStatus()
  useEffect(() => {
    if (signedIn === 'signed-in') void part.load()
  }, [part, signedIn])
  if (signedIn === 'signed-out')
    return <SignedOut icon={Images} title={t(messages.signIn)} of="myaccount.newpictures" />
  return (
    <Page
      width="text"
      title={t(messages.title)}
      lead={t(messages.lead)}
      back={{ to: 'myaccount.orders', label: t(areaMessages.orderHistory) }}
    >
      <List />
    </Page>
  )
}

function List() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createRetakes)
  const { list, problem } = useSnapshot(part.state) as RetakesState
  if (list.status === 'loading') {
    return (
      <div role="status" aria-busy="true" aria-label={t(messages.loading)}>
        <Skeleton lines={4} />
      </div>
    )
  }
  if (list.status === 'failed') {
    return (
      <div className="pk-stack">
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{list.error}</p>
        </Notice>
        <div>
          <Button onClick={() => void part.load()}>{t(formMessages.again)}</Button>
        </div>
      </div>
    )
  }
  const value = list.value ?? []
  const isListed = value.some((retake) => retake.prints.some((print) => printId(retake, print) === problem?.print))
  return (
    <>
      {problem && !isListed ? <Notice kind="danger" title={problem.text} /> : null}
      {value.map((retake) => (
        <RetakeSection key={retake.uuid} retake={retake} />
      ))}
      {value.length === 0 ? (
        <Empty icon={Images} heading="h2" title={t(messages.emptyTitle)}>
          <p>{t(messages.empty)}</p>
          <LinkButton to="myaccount.orders">{t(messages.orders)}</LinkButton>
        </Empty>
      ) : null}
    </>
  )
}

function RetakeSection({ retake }: { retake: Retake }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const heading = useId()
  return (
    <section className="pk-retake" aria-labelledby={heading}>
      <h2 id={heading}>{t(messages.of, { name: retake.subject.name })}</h2>
      <p className="pk-soft">{t(messages.until, { date: formatDay(retake.until, language) })}</p>
      <ul className="pk-retake-prints">
        {retake.prints.map((print) => (
          <li key={printId(retake, print)} className="pk-retake-print">
            <Print retake={retake} print={print} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Print({ retake, print }: { retake: Retake; print: RetakePrint }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createRetakes)
  const { sending, problem } = useSnapshot(part.state) as RetakesState
  const { order, product, copies, ordered, exchanged, decision, isProduced } = print
  const id = printId(retake, print)
  const page = exchangedPart(print)
  const reference = t(messages.order, { reference: orderNumber(order) })
  const about = `${t(messages.copies, { count: copies, product })} · ${reference}`
  const text =
    decision === 'keep'
      ? t(messages.kept)
      : decision === 'exchange'
        ? t(isProduced ? messages.reprint : messages.isExchanged)
        : isProduced && t(messages.produced)
  const button = (value: 'keep' | 'exchange', label: string) => (
    <Button
      kind={value === 'exchange' && decision === null ? 'primary' : 'secondary'}
      aria-pressed={decision === value}
      {...(decision === value && { icon: Check })}
      label={`${label}: ${about}`}
      width="full"
      busy={sending === id}
      onClick={() => void part.decide(retake, print, value)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <p>{about}</p>
      <div className="pk-retake-versions">
        <Version name={t(messages.ordered)} shownScene={ordered} part={page} />
        <Version name={t(messages.exchanged)} shownScene={exchanged} part={page} />
      </div>
      <div className="pk-retake-actions">
        {button('keep', t(messages.keep))}
        {button('exchange', t(messages.exchange))}
      </div>
      <div role="status">{text ? <p className="pk-small">{text}</p> : null}</div>
      {problem?.print === id ? <Notice kind="danger" title={problem.text} /> : null}
    </>
  )
}

/** A product as it looks, if its first page was changed; otherwise the page that was. */
function Version({ name, shownScene, part }: { name: string; shownScene: ShownScene; part: string | undefined }) {
  const { shop } = useRoot()
  const renew = usePictureRefresh(() => shop.part(createRetakes).load())
  const isFront = part === shownScene.scene.parts[0]?.id
  return (
    <figure>
      {isFront ? (
        <ScenePreview shownScene={shownScene} label={name} onBroken={renew} />
      ) : (
        <SceneView shownScene={shownScene} part={part} label={name} onBroken={renew} />
      )}
      <figcaption>{name}</figcaption>
    </figure>
  )
}
