/** English texts of the link back to a card. They are separate from the editor's because the lists show them. */
export const continueMessages = {
  'continue.card': 'Continue your card',
  'continue.package': 'Continue your package',
  'continue.cardOf': '{name} with {subject}',
} as const
