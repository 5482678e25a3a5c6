import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the email that confirms an order. shop: the photographer; reference: the number of the order; time: such as “within 5 business days”; days: a number; day: a date" */
/** The texts of the confirmation email. */
export const confirmationTexts = {
  subject: msg`Your order {reference} at {shop}`,
  thanks: msg`Thank you for your order`,
  intro: msg`We have received your order {reference} and will begin with it at once.`,
  order: msg`Your order`,
  delivery: msg({ message: 'Delivery', context: 'order' }),
  deliveryTime: {
    postage: msg`The order will be shipped {time}.`,
    'store-pickup': msg`The order will be ready for you {time}.`,
    'school-pickup': msg`The order will be handed out at school {time}.`,
  },
  catalogues: msg`Catalogues are shipped separately, normally within {days, plural, one {{days} day} other {{days} days}} after the last photo day.`,
  deletion: msg`Please download your pictures before {day}: on that day they are deleted.`,
  payment: msg`Payment`,
  invoice: msg`You will get an invoice.`,
  comment: msg({ message: 'Your comment', context: 'order' }),
  see: msg`See your order`,
  terms: msg`Terms of purchase that you agreed to`,
}
