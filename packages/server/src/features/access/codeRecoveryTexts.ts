import type { Texts } from '../../platform/languages.ts'

/** The texts for people who request a lost code: the immediate answer, and the email to the contact on file. */
const en = {
  answer:
    'If the photographer has this address on file, an email with the code is on its way to it. Please look in the spam folder too.',
  title: (codes: number): string => (codes === 1 ? 'Your code' : 'Your codes'),
  request: (shop: string) => `You, or somebody who typed your address, asked ${shop} to send it again.`,
  see: (names: string) => `See the pictures of ${names}`,
  code: (code: string) => `If the link does not open, enter the code ${code}`,
  private:
    'Whoever has the code can see the pictures, so please keep it to yourself. If you did not ask for it, you need not do anything.',
}

export type RecoveryTexts = typeof en

export const recoveryTexts: Texts<RecoveryTexts> = {
  en,
  de: {
    answer:
      'Wenn diese Adresse beim Fotostudio hinterlegt ist, ist eine E-Mail mit dem Code dorthin unterwegs. Bitte sehen Sie auch im Spam-Ordner nach.',
    title: (codes) => (codes === 1 ? 'Ihr Code' : 'Ihre Codes'),
    request: (shop) =>
      `Sie oder jemand, der Ihre Adresse eingegeben hat, haben ${shop} gebeten, ihn noch einmal zu senden.`,
    see: (names) => `Bilder von ${names} ansehen`,
    code: (code) => `Falls sich der Link nicht öffnet, geben Sie den Code ${code} ein`,
    private:
      'Wer den Code hat, kann die Bilder sehen; bitte behalten Sie ihn für sich. Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.',
  },
  es: {
    answer:
      'Si el fotógrafo tiene esta dirección, le llegará un correo con el código. Mire también en la carpeta de spam.',
    title: (codes) => (codes === 1 ? 'Su código' : 'Sus códigos'),
    request: (shop) => `Usted, o alguien que escribió su dirección, ha pedido a ${shop} que se lo envíe de nuevo.`,
    see: (names) => `Ver las fotos de ${names}`,
    code: (code) => `Si el enlace no se abre, introduzca el código ${code}`,
    private:
      'Quien tenga el código puede ver las fotos, así que no lo pase a nadie. Si no lo ha pedido usted, no tiene que hacer nada.',
  },
  nb: {
    answer:
      'Hvis fotografen har registrert denne adressen, er en e-post med koden på vei dit. Se også i søppelpostmappen.',
    title: (codes) => (codes === 1 ? 'Koden din' : 'Kodene dine'),
    request: (shop) => `Du, eller noen som skrev inn adressen din, har bedt ${shop} om å sende den på nytt.`,
    see: (names) => `Se bildene av ${names}`,
    code: (code) => `Åpner ikke lenken seg, skriv inn koden ${code}`,
    private:
      'Den som har koden, kan se bildene, så behold den for deg selv. Har du ikke bedt om den, trenger du ikke å gjøre noe.',
  },
  sv: {
    answer:
      'Om fotografen har den här adressen registrerad är ett mejl med koden på väg dit. Titta även i skräpposten.',
    title: (codes) => (codes === 1 ? 'Din kod' : 'Dina koder'),
    request: (shop) => `Du, eller någon som skrev in din adress, har bett ${shop} att skicka den igen.`,
    see: (names) => `Se bilderna på ${names}`,
    code: (code) => `Om länken inte öppnas, skriv in koden ${code}`,
    private:
      'Den som har koden kan se bilderna, så behåll den för dig själv. Har du inte bett om den behöver du inte göra något.',
  },
  da: {
    answer: 'Hvis fotografen har denne adresse registreret, er en mail med koden på vej dertil. Se også i spam-mappen.',
    title: (codes) => (codes === 1 ? 'Din kode' : 'Dine koder'),
    request: (shop) => `Du, eller nogen, der skrev din adresse, har bedt ${shop} om at sende den igen.`,
    see: (names) => `Se billederne af ${names}`,
    code: (code) => `Åbner linket ikke, så skriv koden ${code}`,
    private:
      'Den, der har koden, kan se billederne, så behold den for dig selv. Har du ikke bedt om den, skal du ikke gøre noget.',
  },
}
