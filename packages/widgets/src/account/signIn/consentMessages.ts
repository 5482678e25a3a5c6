/** English text of the consent to mail. */
export const consentMessages = {
  'consent.acceptMail': 'Send me offers and news by e-mail',
} as const
