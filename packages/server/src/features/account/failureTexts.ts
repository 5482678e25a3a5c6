import type { FailureTexts } from '../../platform/failureTexts.ts'

export const accountFailureTexts: FailureTexts = {
  de: {
    'account.exists': 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
    'account.phone': 'Diese Telefonnummer scheint nicht zu stimmen.',
    'account.wrong_password': 'E-Mail-Adresse und Passwort gehören nicht zusammen.',
    'account.session_ended': 'Sie wurden abgemeldet. Bitte melden Sie sich wieder an.',
    'account.unknown_device': 'Dieses Gerät ist nicht mehr angemeldet.',
    'account.password': 'Das ist nicht Ihr Passwort.',
    'account.payment_open':
      'Eine Zahlung ist noch offen. Bitte schließen Sie sie ab oder brechen Sie sie ab, oder versuchen Sie es in einer Stunde noch einmal.',
    'account.reset_key': 'Zu diesem Schlüssel gehört leider kein Konto',
  },
  es: {
    'account.exists': 'Ya existe una cuenta con esta dirección de correo. Inicie sesión.',
    'account.phone': 'Este número de teléfono no parece correcto.',
    'account.wrong_password': 'La dirección de correo y la contraseña no coinciden.',
    'account.session_ended': 'Se ha cerrado su sesión. Vuelva a iniciarla.',
    'account.unknown_device': 'Este dispositivo ya no tiene la sesión iniciada.',
    'account.password': 'Esta no es su contraseña.',
    'account.payment_open':
      'Todavía hay un pago abierto. Termínelo o cancélelo, o vuelva a intentarlo dentro de una hora.',
    'account.reset_key': 'Lo sentimos, esta clave no pertenece a ninguna cuenta',
  },
  nb: {
    'account.exists': 'Det finnes allerede en konto med denne e-postadressen. Logg inn.',
    'account.phone': 'Dette telefonnummeret ser ikke riktig ut.',
    'account.wrong_password': 'E-postadressen og passordet hører ikke sammen.',
    'account.session_ended': 'Du er logget ut. Logg inn igjen.',
    'account.unknown_device': 'Denne enheten er ikke lenger innlogget.',
    'account.password': 'Dette er ikke passordet ditt.',
    'account.payment_open': 'En betaling er fortsatt åpen. Fullfør eller avbryt den, eller prøv igjen om en time.',
    'account.reset_key': 'Beklager, ingen konto hører til denne nøkkelen',
  },
  sv: {
    'account.exists': 'Det finns redan ett konto med den här e-postadressen. Logga in.',
    'account.phone': 'Det här telefonnumret verkar inte stämma.',
    'account.wrong_password': 'E-postadressen och lösenordet hör inte ihop.',
    'account.session_ended': 'Du har loggats ut. Logga in igen.',
    'account.unknown_device': 'Den här enheten är inte längre inloggad.',
    'account.password': 'Det här är inte ditt lösenord.',
    'account.payment_open':
      'En betalning är fortfarande öppen. Slutför eller avbryt den, eller försök igen om en timme.',
    'account.reset_key': 'Tyvärr hör inget konto till den här nyckeln',
  },
  da: {
    'account.exists': 'Der findes allerede en konto med denne e-mailadresse. Log ind.',
    'account.phone': 'Dette telefonnummer ser ikke rigtigt ud.',
    'account.wrong_password': 'E-mailadressen og adgangskoden hører ikke sammen.',
    'account.session_ended': 'Du er blevet logget ud. Log ind igen.',
    'account.unknown_device': 'Denne enhed er ikke længere logget ind.',
    'account.password': 'Det er ikke din adgangskode.',
    'account.payment_open':
      'En betaling er stadig åben. Gør den færdig, eller annuller den, eller prøv igen om en time.',
    'account.reset_key': 'Beklager, ingen konto hører til denne nøgle',
  },
}
