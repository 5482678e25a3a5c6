/** English texts of the offers at the checkout. Texts quoted from the specification are verbatim. */
export const messages = {
  'upsale.catalogue': "Don't forget the catalogue",
  'upsale.special': 'Special offer',
  'upsale.lead': 'Pictures in full resolution, to download as soon as you have paid.',
  'upsale.previews': 'Pictures of {name}',
  'upsale.pictureFailed': 'This picture could not be loaded.',
  'upsale.set': '{count, plural, one {The whole set, # picture} other {The whole set, # pictures}}',
  'upsale.file': 'Each picture',
  'upsale.save': 'You save {price}',
  'upsale.add': 'Add to cart',
  'upsale.addOf': 'Add to cart: {name}',
  'upsale.noThanks': 'No thanks',
  'upsale.check': 'Check out offer',
  'upsale.close': 'Close',
} as const
