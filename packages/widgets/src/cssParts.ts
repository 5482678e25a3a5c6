/** The parts that a page may style with `::part()`, each with a description. */
export const cssParts = {
  header: 'The head of the shop with logo and menu.',
  footer: 'The foot of the shop with the way to reach its provider.',
  page: 'A view with its heading.',
  button:
    'Every button; its kind is a part of its own: button-primary, button-secondary, button-quiet, button-danger, button-icon.',
  field: 'A field with its label and what is said of it.',
  input: 'What is typed into.',
  choice: 'A radio button or a checkbox with its label.',
  switch: 'A switch between on and off.',
  quantity: 'The field for a number of pieces, with its two buttons.',
  tab: 'A tab of a list of tabs.',
  step: 'A step of the checkout.',
  notice: 'Something to know, in the flow of a page.',
  empty: 'What a list shows that has nothing to show.',
  dialog: 'A dialog.',
  'bottom-bar': 'The bar at the foot of a screen with its one important button.',
  thing: 'A card, a calendar or a gift as it is printed.',
  picture: 'A photograph.',
  carousel: 'Cards in one row.',
  operator: 'The band that says that somebody acts for the customer.',
} as const satisfies Readonly<Record<string, string>>
