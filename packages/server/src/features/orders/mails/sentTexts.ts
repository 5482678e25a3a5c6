import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the email about an order that was sent. shop: the photographer; reference: the number of the order; place: an address; school: its name; child: name and class" */
/** The texts of the email about an order that was sent. */
export const sentTexts = {
  subject: msg`Your order {reference} at {shop} is on its way`,
  title: msg`Your order is on its way`,
  toAddress: msg`We have sent your order {reference} to {place}.`,
  toStore: msg`We have sent your order {reference} to the place where you pick it up: {place}.`,
  toSchool: msg`We have sent your order {reference} to {school}, where it is handed out: {child}.`,
  see: msg({ message: 'See your order', context: 'sent' }),
}
