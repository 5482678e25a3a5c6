import type { Texts } from '../../platform/languages.ts'

/** The texts of the email about new pictures. `names` are the children's, `day` is a date. */
const en = {
  subject: (names: string) => `There are new pictures of ${names}`,
  retaken: (shop: string) => `${shop} has taken new pictures. The earlier ones stay as they are.`,
  decide: (day: string) =>
    `You have ordered prints with an earlier picture. Until ${day} you can have them made with the new picture instead, at no extra cost. If you do nothing, they are made as you ordered them.`,
  download: 'You have bought an earlier picture as a download: you can download the new one, too, at no extra cost.',
  choose: 'Keep or exchange',
  see: (names: string) => `See the pictures of ${names}`,
  code: (code: string) => `If the link does not open, enter the code ${code}.`,
  inAccount:
    'You can find them in your account. Once you have confirmed your address, our emails link to them. Your account can send you the email for that.',
}

export type RetakeTexts = typeof en

export const retakeTexts: Texts<RetakeTexts> = {
  en,
  de: {
    subject: (names) => `Es gibt neue Bilder von ${names}`,
    retaken: (shop) => `${shop} hat neue Bilder aufgenommen. Die bisherigen bleiben, wie sie sind.`,
    decide: (day) =>
      `Sie haben Drucke mit einem bisherigen Bild bestellt. Bis zum ${day} können Sie sie stattdessen mit dem neuen Bild herstellen lassen, ohne Mehrkosten. Wenn Sie nichts tun, werden sie wie bestellt hergestellt.`,
    download:
      'Sie haben ein bisheriges Bild als Download gekauft: Sie können auch das neue herunterladen, ohne Mehrkosten.',
    choose: 'Behalten oder austauschen',
    see: (names) => `Bilder von ${names} ansehen`,
    code: (code) => `Falls sich der Link nicht öffnet, geben Sie den Code ${code} ein.`,
    inAccount:
      'Sie finden sie in Ihrem Konto. Unsere E-Mails enthalten Links dorthin, sobald Sie Ihre Adresse bestätigt haben: Ihr Konto sendet Ihnen dafür eine E-Mail.',
  },
  es: {
    subject: (names) => `Hay fotos nuevas de ${names}`,
    retaken: (shop) => `${shop} ha hecho fotos nuevas. Las anteriores quedan como están.`,
    decide: (day) =>
      `Ha pedido copias con una foto anterior. Hasta el ${day} puede pedir que se hagan con la foto nueva, sin coste adicional. Si no hace nada, se harán como las pidió.`,
    download: 'Ha comprado una foto anterior como descarga: también puede descargar la nueva, sin coste adicional.',
    choose: 'Conservar o cambiar',
    see: (names) => `Ver las fotos de ${names}`,
    code: (code) => `Si el enlace no se abre, introduzca el código ${code}.`,
    inAccount:
      'Las encontrará en su cuenta. Cuando haya confirmado su dirección, nuestros correos las enlazarán. Su cuenta puede enviarle el correo para ello.',
  },
  nb: {
    subject: (names) => `Det er nye bilder av ${names}`,
    retaken: (shop) => `${shop} har tatt nye bilder. De tidligere blir som de er.`,
    decide: (day) =>
      `Du har bestilt trykk med et tidligere bilde. Fram til ${day} kan du få dem laget med det nye bildet i stedet, uten ekstra kostnad. Gjør du ingenting, blir de laget slik du bestilte dem.`,
    download: 'Du har kjøpt et tidligere bilde som nedlasting: Du kan laste ned det nye også, uten ekstra kostnad.',
    choose: 'Behold eller bytt',
    see: (names) => `Se bildene av ${names}`,
    code: (code) => `Hvis lenken ikke åpner seg, skriver du inn koden ${code}.`,
    inAccount:
      'Du finner dem på kontoen din. Når du har bekreftet adressen din, lenker e-postene våre til dem. Kontoen din kan sende deg e-posten for det.',
  },
  sv: {
    subject: (names) => `Det finns nya bilder på ${names}`,
    retaken: (shop) => `${shop} har tagit nya bilder. De tidigare förblir som de är.`,
    decide: (day) =>
      `Du har beställt tryck med en tidigare bild. Till och med ${day} kan du få dem gjorda med den nya bilden i stället, utan extra kostnad. Gör du ingenting görs de som du beställde dem.`,
    download: 'Du har köpt en tidigare bild som nedladdning: du kan ladda ner den nya också, utan extra kostnad.',
    choose: 'Behåll eller byt',
    see: (names) => `Se bilderna på ${names}`,
    code: (code) => `Om länken inte öppnas anger du koden ${code}.`,
    inAccount:
      'Du hittar dem på ditt konto. När du har bekräftat din adress länkar våra mejl till dem. Ditt konto kan skicka mejlet för det.',
  },
  da: {
    subject: (names) => `Der er nye billeder af ${names}`,
    retaken: (shop) => `${shop} har taget nye billeder. De tidligere bliver, som de er.`,
    decide: (day) =>
      `Du har bestilt tryk med et tidligere billede. Indtil ${day} kan du få dem lavet med det nye billede i stedet, uden ekstra omkostninger. Gør du ingenting, laves de, som du bestilte dem.`,
    download: 'Du har købt et tidligere billede som download: Du kan også downloade det nye, uden ekstra omkostninger.',
    choose: 'Behold eller byt',
    see: (names) => `Se billederne af ${names}`,
    code: (code) => `Hvis linket ikke åbner, skal du indtaste koden ${code}.`,
    inAccount:
      'Du finder dem på din konto. Når du har bekræftet din adresse, linker vores mails til dem. Din konto kan sende dig mailen til det.',
  },
}
