/** English text of the consent to mail. */
export const consentMessages = {
  'consent.acceptMail': 'Send me offers and news by email',
} as const
