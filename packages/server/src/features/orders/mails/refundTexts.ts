import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the email about a refunded or cancelled order. shop: the photographer; reference: the number of the order; amount: money" */
/** The texts of the email about a refund or a withdrawn invoice. */
export const refundTexts = {
  subject: msg`Your order {reference} at {shop} was refunded`,
  title: msg`Your money is on its way back`,
  cancelledSubject: msg`Your order {reference} at {shop} was cancelled`,
  cancelledTitle: msg`Your order is cancelled`,
  charged: msg`We have refunded everything that you paid for your order {reference}: {amount}. It goes to the card or account that you paid with; your bank may take a few days to show it.`,
  invoiced: msg`Your order {reference} for {amount} was cancelled, and its invoice is withdrawn. You need not pay it; if you have paid it already, you will get your money back.`,
  downloads: msg`Its files can no longer be downloaded.`,
  see: msg`See your order`,
}
