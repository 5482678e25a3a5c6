/** English texts of the way back to a card, apart from the editor's: they stand beside the lists. */
export const continueMessages = {
  'continue.card': 'Continue your card',
  'continue.package': 'Continue your package',
  'continue.cardOf': '{name} with {subject}',
} as const
