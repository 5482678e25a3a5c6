import type { FailureTexts } from '../../platform/failureTexts.ts'

export const remindersFailureTexts: FailureTexts = {
  de: {
    'reminders.unknown_subject': 'Eines dieser Fotosets ist nicht in Ihrem Konto.',
  },
  es: {
    'reminders.unknown_subject': 'Una de estas series de fotos no está en su cuenta.',
  },
  nb: {
    'reminders.unknown_subject': 'Et av disse bildesettene er ikke på kontoen din.',
  },
  sv: {
    'reminders.unknown_subject': 'Ett av de här bildseten finns inte i ditt konto.',
  },
  da: {
    'reminders.unknown_subject': 'Et af disse billedsæt er ikke på din konto.',
  },
}
