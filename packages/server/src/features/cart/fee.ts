/** What is added to the products, such as delivery, or what a voucher takes off them: then the price is below zero. */
export type Fee = { uuid: string; kind: 'delivery' | 'payment' | 'voucher'; description: string; price: number }
