import type { checkout as contract } from '@portraitkit/core/checkout/contract.ts'
import { tidyDelivery } from '@portraitkit/core/checkout/deliveryForm.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { CallContext } from '../../platform/feature.ts'
import { translateTo } from '../../platform/texts.ts'
import { gatewayNamed, NOTHING_TO_PAY } from '../../ports/payments/index.ts'
import { findUser } from '../account/collection.ts'
import { readPhone } from '../account/profile/phone.ts'
import type { PricedCart } from '../cart/priceCart.ts'
import type { OrderContent } from '../orders/collection.ts'
import { consentTexts } from '../orders/consentTexts.ts'
import { deliveryTypes } from '../orders/deliveryTypes.ts'
import { orderTexts } from '../orders/orderTexts.ts'
import type { AppliedVoucher } from '../vouchers/applyVoucher.ts'
import type { Choice } from './checkOrder.ts'
import { type ChosenDelivery, cartContents } from './deliveries.ts'
import { sealPersonalId } from './paymentData.ts'
import { feesOf } from './paymentOptions.ts'

type Call = CallContext<'customer'>
type Input = InputOf<typeof contract.transaction>

/** The order as the customer agrees to it. */
export async function contentOf(
  call: Call,
  priced: PricedCart,
  { delivery, payment, subject }: Choice,
  input: Input,
  { transaction, receiptUrl }: { transaction: string; receiptUrl: string },
): Promise<OrderContent> {
  const { app, provider, customer, language, now } = call
  const { method, option } = delivery
  const data = tidyDelivery(method.type, input.deliveryOptionData, { ...provider.options, country: provider.country })
  const user = await findUser(app, provider, customer)
  const { mobilePhone } = input.paymentOptionData
  const fees = feesOf(priced, delivery, payment)
  const isFree = fees.totalPrice === 0
  const gateway = isFree ? NOTHING_TO_PAY : payment.gateway
  return {
    customer: customer.uuid,
    language,
    currency: provider.currency,
    lines: priced.lines,
    ...fees,
    ...(priced.voucher && { voucher: usedVoucher(priced.voucher) }),
    delivery: {
      type: method.type,
      option: option.uuid,
      name: option.name || method.name,
      address: data.deliveryAddress ?? null,
      days: option.deliverytime,
      ...(data.verifiedAddress !== undefined && { verifiedAddress: data.verifiedAddress }),
      ...(deliveryTypes[method.type].hasStores && { pickup: pickupOf(option) }),
      ...(subject && { subject }),
    },
    payment: {
      option: payment.uuid,
      gateway,
      isInvoice: gatewayNamed(gateway).isInvoice,
      title: isFree ? translateTo(language)(orderTexts.nothingToPay) : payment.title,
      transaction,
    },
    contact: {
      name: data.deliveryAddress?.name ?? data.contactInfo?.name ?? '',
      email: data.contactInfo?.emailAddress ?? customer.email,
      phone:
        (payment.verifyMobile && mobilePhone && readPhone(mobilePhone, provider.country)) || (user?.mobilePhone ?? ''),
    },
    personalId: isFree ? null : sealPersonalId(call, payment, input.paymentOptionData),
    comment: provider.options.disableOrderComment ? '' : input.comment.trim(),
    client: input.client,
    terms: { text: inLanguage(provider.terms.purchase, language), accepted: now },
    ...(cartContents(priced.lines).digital && {
      digitalConsent: { text: translateTo(language)(consentTexts.agreement), accepted: now },
    }),
    receiptUrl,
  }
}

/** What an order stores about its voucher. */
function usedVoucher({ voucher: { code, oncePerCustomer, stock, products } }: AppliedVoucher): OrderContent['voucher'] {
  return { code, oncePerCustomer, ...(stock !== undefined && { stock }), ...(products && { products }) }
}

function pickupOf({ pickupname, pickupaddress1, pickuppostalcode, pickupcity }: ChosenDelivery['option']) {
  return { name: pickupname, address: pickupaddress1, postalCode: pickuppostalcode, city: pickupcity }
}
