import type { Texts } from '../../../platform/languages.ts'

/** The texts about forgotten and changed passwords: in emails, and for the person who requests one. */
const en = {
  request:
    'If this address has an account here, an email with a link to a new password is on its way. It may be in the spam folder.',
  resetSubject: (shop: string) => `A new password for ${shop}`,
  resetTitle: 'Choose a new password',
  resetAsked: (shop: string) => `Somebody, we hope you, has requested a new password for your account at ${shop}.`,
  resetLink: 'Choose a new password',
  resetOnce: 'The link works once, within an hour.',
  resetNotYou: 'If it was not you, you need not do anything: your password stays as it is.',
  changedSubject: (shop: string) => `Your password at ${shop} was changed`,
  changedTitle: 'Your password was changed',
  changed: (shop: string, when: string) =>
    `The password of your account at ${shop} was changed on ${when}. You have been signed out on your other devices.`,
  changedNotYou: (email: string) => `If it was not you, choose another password at once, and write to us at ${email}.`,
  changedLink: 'Choose another password',
}

export type PasswordTexts = typeof en

export const passwordTexts: Texts<PasswordTexts> = {
  en,
  de: {
    request:
      'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail mit einem Link zu einem neuen Passwort unterwegs. Sehen Sie auch im Spam-Ordner nach.',
    resetSubject: (shop) => `Ein neues Passwort für ${shop}`,
    resetTitle: 'Wählen Sie ein neues Passwort',
    resetAsked: (shop) => `Jemand, hoffentlich Sie, hat ein neues Passwort für Ihr Konto bei ${shop} angefordert.`,
    resetLink: 'Neues Passwort wählen',
    resetOnce: 'Der Link gilt einmal und eine Stunde lang.',
    resetNotYou: 'Waren Sie das nicht? Dann müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    changedSubject: (shop) => `Ihr Passwort bei ${shop} wurde geändert`,
    changedTitle: 'Ihr Passwort wurde geändert',
    changed: (shop, when) =>
      `Das Passwort Ihres Kontos bei ${shop} wurde am ${when} geändert. Auf Ihren anderen Geräten sind Sie jetzt abgemeldet.`,
    changedNotYou: (email) =>
      `Waren Sie das nicht? Wählen Sie sofort ein anderes Passwort und schreiben Sie uns an ${email}.`,
    changedLink: 'Anderes Passwort wählen',
  },
  es: {
    request:
      'Si esta dirección tiene una cuenta aquí, le llegará un correo con un enlace para elegir otra contraseña. Mire también en la carpeta de spam.',
    resetSubject: (shop) => `Una nueva contraseña para ${shop}`,
    resetTitle: 'Elija una nueva contraseña',
    resetAsked: (shop) => `Alguien, esperamos que usted, ha pedido una nueva contraseña para su cuenta en ${shop}.`,
    resetLink: 'Elegir una nueva contraseña',
    resetOnce: 'El enlace sirve una sola vez, durante una hora.',
    resetNotYou: '¿No ha sido usted? Entonces no tiene que hacer nada: su contraseña sigue siendo la misma.',
    changedSubject: (shop) => `Su contraseña en ${shop} ha cambiado`,
    changedTitle: 'Su contraseña ha cambiado',
    changed: (shop, when) =>
      `La contraseña de su cuenta en ${shop} se cambió el ${when}. Se ha cerrado la sesión en sus demás dispositivos.`,
    changedNotYou: (email) => `¿No ha sido usted? Elija otra contraseña cuanto antes y escríbanos a ${email}.`,
    changedLink: 'Elegir otra contraseña',
  },
  nb: {
    request:
      'Hvis denne adressen har en konto her, er en e-post med en lenke til nytt passord på vei. Se gjerne i søppelposten også.',
    resetSubject: (shop) => `Nytt passord hos ${shop}`,
    resetTitle: 'Velg et nytt passord',
    resetAsked: (shop) => `Noen, forhåpentligvis du, har bedt om et nytt passord til kontoen din hos ${shop}.`,
    resetLink: 'Velg nytt passord',
    resetOnce: 'Lenken virker én gang, i løpet av en time.',
    resetNotYou: 'Var det ikke deg? Da trenger du ikke gjøre noe: Passordet ditt er som før.',
    changedSubject: (shop) => `Passordet ditt hos ${shop} er endret`,
    changedTitle: 'Passordet ditt er endret',
    changed: (shop, when) =>
      `Passordet til kontoen din hos ${shop} ble endret ${when}. Du er logget ut på de andre enhetene dine.`,
    changedNotYou: (email) => `Var det ikke deg? Velg et annet passord med en gang, og skriv til oss på ${email}.`,
    changedLink: 'Velg et annet passord',
  },
  sv: {
    request:
      'Om adressen har ett konto här är ett mejl med en länk till ett nytt lösenord på väg. Titta gärna i skräpposten också.',
    resetSubject: (shop) => `Nytt lösenord hos ${shop}`,
    resetTitle: 'Välj ett nytt lösenord',
    resetAsked: (shop) => `Någon, förhoppningsvis du, har bett om ett nytt lösenord till ditt konto hos ${shop}.`,
    resetLink: 'Välj nytt lösenord',
    resetOnce: 'Länken fungerar en gång, inom en timme.',
    resetNotYou: 'Var det inte du? Då behöver du inte göra något: ditt lösenord är som förut.',
    changedSubject: (shop) => `Ditt lösenord hos ${shop} har ändrats`,
    changedTitle: 'Ditt lösenord har ändrats',
    changed: (shop, when) =>
      `Lösenordet till ditt konto hos ${shop} ändrades ${when}. Du är utloggad på dina andra enheter.`,
    changedNotYou: (email) => `Var det inte du? Välj genast ett annat lösenord och skriv till oss på ${email}.`,
    changedLink: 'Välj ett annat lösenord',
  },
  da: {
    request:
      'Hvis adressen har en konto her, er en mail med et link til en ny adgangskode på vej. Kig også gerne i spammappen.',
    resetSubject: (shop) => `Ny adgangskode hos ${shop}`,
    resetTitle: 'Vælg en ny adgangskode',
    resetAsked: (shop) => `Nogen, forhåbentlig dig, har bedt om en ny adgangskode til din konto hos ${shop}.`,
    resetLink: 'Vælg ny adgangskode',
    resetOnce: 'Linket virker én gang, inden for en time.',
    resetNotYou: 'Var det ikke dig? Så skal du ikke gøre noget: Din adgangskode er, som den var.',
    changedSubject: (shop) => `Din adgangskode hos ${shop} er ændret`,
    changedTitle: 'Din adgangskode er ændret',
    changed: (shop, when) =>
      `Adgangskoden til din konto hos ${shop} blev ændret ${when}. Du er logget ud på dine andre enheder.`,
    changedNotYou: (email) => `Var det ikke dig? Vælg straks en anden adgangskode, og skriv til os på ${email}.`,
    changedLink: 'Vælg en anden adgangskode',
  },
}
