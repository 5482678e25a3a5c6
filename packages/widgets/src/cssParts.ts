/** The parts that a page may style with `::part()`, each with a description. */
export const cssParts = {
  header: 'The header of the shop with logo and menu.',
  footer: "The footer of the shop with the provider's contact details.",
  page: 'A view with its heading.',
  button:
    'Every button; each kind also has its own part: button-primary, button-secondary, button-quiet, button-danger, button-icon.',
  field: 'A field with its label, hint and error.',
  input: 'The text input of a field.',
  choice: 'A radio button or a checkbox with its label.',
  switch: 'An on/off switch.',
  quantity: 'The field for a number of pieces, with its two buttons.',
  tab: 'A tab in a list of tabs.',
  step: 'A step of the checkout.',
  notice: 'A message in the flow of a page.',
  empty: 'The message of an empty list.',
  dialog: 'A dialog.',
  'bottom-bar': 'The bar at the bottom of a screen with its primary button.',
  thing: 'A card, a calendar or a gift as it is printed.',
  picture: 'A photograph.',
  carousel: 'Cards in one row.',
  operator: 'The banner that shows that an operator acts for the customer.',
} as const satisfies Readonly<Record<string, string>>
