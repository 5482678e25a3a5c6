import type { Texts } from '../../../platform/languages.ts'

const en = {
  subject: (shop: string) => `Your code for ${shop}`,
  title: 'Confirm that it is you',
  code: (code: string) => `Your code is ${code}.`,
  once: 'Enter it where you asked for it. It works once, within ten minutes. Please share it with nobody: we never ask for it.',
  notYou: (email: string) =>
    `If it was not you, somebody has your account open on a device. Choose another password, and write to us at ${email}.`,
}

export const confirmationTexts: Texts<typeof en> = {
  en,
  de: {
    subject: (shop) => `Ihr Code für ${shop}`,
    title: 'Bestätigen Sie, dass Sie es sind',
    code: (code) => `Ihr Code ist ${code}.`,
    once: 'Geben Sie ihn dort ein, wo Sie ihn angefordert haben. Er gilt einmal, zehn Minuten lang. Bitte sagen Sie ihn niemandem: Wir fragen nie danach.',
    notYou: (email) =>
      `Waren Sie das nicht? Dann hat jemand Ihr Konto auf einem Gerät geöffnet. Wählen Sie ein anderes Passwort und schreiben Sie uns an ${email}.`,
  },
  es: {
    subject: (shop) => `Su código para ${shop}`,
    title: 'Confirme que es usted',
    code: (code) => `Su código es ${code}.`,
    once: 'Introdúzcalo donde lo ha pedido. Funciona una vez, durante diez minutos. No se lo diga a nadie: nosotros nunca se lo pedimos.',
    notYou: (email) =>
      `¿No ha sido usted? Entonces alguien tiene su cuenta abierta en un dispositivo. Elija otra contraseña y escríbanos a ${email}.`,
  },
  nb: {
    subject: (shop) => `Koden din for ${shop}`,
    title: 'Bekreft at det er deg',
    code: (code) => `Koden din er ${code}.`,
    once: 'Skriv den inn der du ba om den. Den virker én gang, i ti minutter. Ikke si den til noen: Vi spør aldri etter den.',
    notYou: (email) =>
      `Var det ikke deg? Da har noen kontoen din åpen på en enhet. Velg et annet passord, og skriv til oss på ${email}.`,
  },
  sv: {
    subject: (shop) => `Din kod för ${shop}`,
    title: 'Bekräfta att det är du',
    code: (code) => `Din kod är ${code}.`,
    once: 'Skriv in den där du bad om den. Den fungerar en gång, i tio minuter. Säg den inte till någon: vi frågar aldrig efter den.',
    notYou: (email) =>
      `Var det inte du? Då har någon ditt konto öppet på en enhet. Välj ett annat lösenord och skriv till oss på ${email}.`,
  },
  da: {
    subject: (shop) => `Din kode til ${shop}`,
    title: 'Bekræft, at det er dig',
    code: (code) => `Din kode er ${code}.`,
    once: 'Skriv den, hvor du bad om den. Den virker én gang, i ti minutter. Sig den ikke til nogen: Vi spørger aldrig efter den.',
    notYou: (email) =>
      `Var det ikke dig? Så har nogen din konto åben på en enhed. Vælg en anden adgangskode, og skriv til os på ${email}.`,
  },
}
