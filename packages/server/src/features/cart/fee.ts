/** An amount in addition to the products, such as delivery, or a reduction by a voucher: then the price is negative. */
export type Fee = { uuid: string; kind: 'delivery' | 'payment' | 'voucher'; description: string; price: number }
