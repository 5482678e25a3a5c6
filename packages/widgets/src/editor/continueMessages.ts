/** English texts of the way back to a card, apart from the editor's: they stand beside the lists. */
export const continueMessages = {
  'editor.continueCard': 'Continue your card',
  'editor.continueAbout': '{name} with {subject}',
} as const
