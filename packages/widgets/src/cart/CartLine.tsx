import { useLingui } from '@lingui/react'
import { quantityBounds, unitPrice } from '@portraitkit/core/cart/cart.ts'
import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { lineKindOf, lineKinds } from '@portraitkit/core/cart/lineKinds.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { JobDays } from '../jobs/JobDays.tsx'
import { useRoot } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/FieldError.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { PriceIn } from '../ui/order/PriceIn.tsx'
import { Quantity } from '../ui/order/Quantity.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { lineRows } from './lineRows.tsx'
import { messages } from './messages.ts'

export type CartLineProps = {
  line: OrderLine
  /** The only line in the cart: the dates of its pictures' job are shown next to the total and not repeated here. */
  isAlone: boolean
}

/** A product in the cart: its preview, quantity and price. */
export function CartLine({ line, isAlone }: CartLineProps) {
  const { _: t } = useLingui()
  const { shop, language, money } = useRoot()
  const cart = shop.part(createCart)
  const { lines, quantities, problems } = useSnapshot(cart.state)
  const state = lines[line.uuid]
  const renew = usePictureRefresh(cart.refresh)
  const { catalogue, isOffered } = line
  const kind = lineKindOf(line)
  const row = lineRows[kind]
  const name = row.name(line, t)
  const { min, max } = quantityBounds(line)
  const price = (amount: number) => (state === 'updating' ? t(messages.changing) : money(amount))
  const saved = price(line.rebate?.linePrice ?? 0)
  return (
    <li className="pk-line" data-state={state} data-gone={!isOffered || undefined} aria-busy={state ? true : undefined}>
      <div className="pk-line-thing">
        {row.preview({
          line,
          name,
          labels: {
            preview: t(messages.preview, { name }),
            files: t(messages.files, { name, people: line.subjects.map((subject) => subject.name).join(', ') }),
            fileFailed: t(messages.fileFailed),
          },
          onBroken: renew,
        })}
      </div>
      <div className="pk-line-text">
        <h2>{line.template?.name ?? name}</h2>
        <p className="pk-soft pk-small">
          {[row.subtitle(line, name), ...line.subjects.map((subject) => subject.name)].filter(Boolean).join(' · ')}
        </p>
        {line.subProducts ? (
          <p className="pk-small">
            {t(messages.with, { names: line.subProducts.map((each) => each.name).join(', ') })}
          </p>
        ) : null}
        {line.quantity > 1 ? (
          <p className="pk-soft pk-small pk-price">
            <PriceIn text={t(messages.each, { price: price(unitPrice(line)) })} prices={[price(unitPrice(line))]} />
          </p>
        ) : null}
        {line.rebate ? (
          <p className="pk-small pk-price">
            <PriceIn text={t(messages.rebate, { price: saved })} prices={[saved]} />
          </p>
        ) : null}
        {row.contents(line)}
        {lineKinds[kind].editor ? (
          <p className="pk-small">
            <LinkButton
              to="shoppingcart.edit"
              params={{ orderLineUuid: line.uuid }}
              look="text"
              label={t(messages.editLine, { name })}
            >
              {t(messages.edit)}
            </LinkButton>
          </p>
        ) : null}
        {catalogue?.deliveryTime ? (
          <p className="pk-soft pk-small">{t(messages.catalogueDelivery, { days: catalogue.deliveryTime.days })}</p>
        ) : null}
        {isOffered && line.dates && !isAlone ? (
          <JobDays of={line.dates} only={['orderBy', 'freeDeliveryUntil']} />
        ) : null}
        {isOffered && line.hasNewPicture ? <p className="pk-small">{t(messages.newPicture)}</p> : null}
        {isOffered && line.hasFewerPictures ? <p className="pk-small">{t(messages.fewerPictures)}</p> : null}
        {isOffered && line.hasNewClass ? <p className="pk-small">{t(messages.newClass)}</p> : null}
        {isOffered ? null : <FieldError>{goneReason(line, t, language)}</FieldError>}
        {problems[line.uuid] ? <FieldError>{problems[line.uuid]}</FieldError> : null}
      </div>
      <div className="pk-line-end">
        {line.canChangeQuantity ? (
          <Quantity
            label={t(messages.quantity, { name })}
            fewerLabel={t(messages.fewer, { name })}
            moreLabel={t(messages.more, { name })}
            value={quantities[line.uuid] ?? line.quantity}
            minimum={min}
            maximum={max}
            disabled={state === 'deleting'}
            onValue={(quantity) => void cart.changeQuantity(line.uuid, quantity)}
          />
        ) : (
          <span>{line.quantity}</span>
        )}
        <div className="pk-line-tools">
          <DeleteLine line={line} name={name} />
          {isOffered ? (
            <span className="pk-line-price pk-price" translate="no">
              {price(line.actualLinePrice)}
            </span>
          ) : null}
        </div>
      </div>
    </li>
  )
}

/** Why a line cannot be ordered, and what its customer can do. */
function goneReason(line: OrderLine, t: Translate, language: string): string {
  const { closed, hasLostPicture, hasNewClass } = line
  if (closed) {
    const reason = closed.day ? messages.lineClosed : closed.isPaused ? messages.linePaused : messages.lineArchived
    return t(reason, { name: closed.name, date: closed.day ? formatDay(closed.day, language) : '' })
  }
  if (!hasLostPicture) return t(hasNewClass ? messages.goneClass : messages.gone)
  return t(lineKinds[lineKindOf(line)].editor ? messages.lostPicture : messages.lostFile)
}

function DeleteLine({ line, name }: { line: OrderLine; name: string }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const cart = shop.part(createCart)
  const [asking, setAsking] = useState(false)
  const remove = () => {
    setAsking(false)
    void cart.remove(line.uuid)
  }
  return (
    <>
      <Button kind="icon" icon={Trash2} label={t(messages.deleteLine, { name })} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        title={t(messages.deleteTitle)}
        confirmLabel={t(messages.delete)}
        cancelLabel={t(messages.cancel)}
        closeLabel={t(formMessages.close)}
        kind="danger"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <p>{t(messages.deleteText)}</p>
      </ConfirmDialog>
    </>
  )
}
