import type { Texts } from '../../platform/languages.ts'

/** The texts of sharing: the email for the recipient, and failures for the sender. */
const en = {
  subject: (names: string) => `Pictures of ${names} have been shared with you`,
  title: (names: string) => `Pictures of ${names}`,
  intro: (from: string, shop: string) =>
    `${from} would like you to see these pictures. They were taken by ${shop}, and each link opens one picture set.`,
  see: (name: string) => `See the pictures of ${name}`,
  code: (code: string) => `If the link does not open, enter the code ${code}.`,
  private: 'Please keep the links to yourself: whoever has one can see the pictures.',
  why: (from: string) => `You get this email because ${from} gave us your address. We use it for nothing else.`,
  noRecipients: 'Please add recipients',
  confirmFirst: 'Please confirm your address first: your account sends you an email for that.',
  cannot: 'These picture sets cannot be shared. Please choose again.',
  enough: (max: number) => `You can share with ${max} people a day. Please continue tomorrow.`,
  enoughOfThese: 'These picture sets have been shared with many people today. Please continue tomorrow.',
}

export type SharingTexts = typeof en

export const sharingTexts: Texts<SharingTexts> = {
  en,
  de: {
    subject: (names) => `Bilder von ${names} wurden mit Ihnen geteilt`,
    title: (names) => `Bilder von ${names}`,
    intro: (from, shop) =>
      `${from} möchte Ihnen diese Bilder zeigen. Aufgenommen hat sie ${shop}; jeder Link öffnet ein Fotoset.`,
    see: (name) => `Bilder von ${name} ansehen`,
    code: (code) => `Falls sich der Link nicht öffnet, geben Sie den Code ${code} ein.`,
    private: 'Bitte behalten Sie die Links für sich: Wer einen hat, kann die Bilder sehen.',
    why: (from) =>
      `Sie erhalten diese E-Mail, weil ${from} uns Ihre Adresse gegeben hat. Wir verwenden sie für nichts anderes.`,
    noRecipients: 'Bitte Empfänger hinzufügen',
    confirmFirst: 'Bitte bestätigen Sie zuerst Ihre Adresse: Ihr Konto sendet Ihnen dafür eine E-Mail.',
    cannot: 'Diese Fotosets können nicht geteilt werden. Bitte wählen Sie noch einmal.',
    enough: (max) => `Sie können pro Tag mit ${max} Personen teilen. Bitte machen Sie morgen weiter.`,
    enoughOfThese: 'Diese Fotosets wurden heute schon mit vielen Personen geteilt. Bitte machen Sie morgen weiter.',
  },
  es: {
    subject: (names) => `Han compartido con usted fotos de ${names}`,
    title: (names) => `Fotos de ${names}`,
    intro: (from, shop) =>
      `${from} quiere que vea estas fotos. Las hizo ${shop} y cada enlace abre una serie de fotos.`,
    see: (name) => `Ver las fotos de ${name}`,
    code: (code) => `Si el enlace no se abre, introduzca el código ${code}.`,
    private: 'No pase los enlaces a nadie: quien tenga uno puede ver las fotos.',
    why: (from) => `Recibe este correo porque ${from} nos ha dado su dirección. No la usamos para nada más.`,
    noRecipients: 'Añada destinatarios',
    confirmFirst: 'Confirme primero su dirección: desde su cuenta puede pedir un correo para ello.',
    cannot: 'Estas series de fotos no se pueden compartir. Elija de nuevo.',
    enough: (max) => `Puede compartir con ${max} personas al día. Siga mañana, por favor.`,
    enoughOfThese: 'Estas series de fotos ya se han compartido hoy con muchas personas. Siga mañana, por favor.',
  },
  nb: {
    subject: (names) => `Bilder av ${names} er delt med deg`,
    title: (names) => `Bilder av ${names}`,
    intro: (from, shop) =>
      `${from} vil gjerne vise deg disse bildene. ${shop} har tatt dem, og hver lenke åpner et bildesett.`,
    see: (name) => `Se bildene av ${name}`,
    code: (code) => `Åpner ikke lenken seg, skriv inn koden ${code}.`,
    private: 'Behold lenkene for deg selv: Den som har en lenke, kan se bildene.',
    why: (from) => `Du får denne e-posten fordi ${from} ga oss adressen din. Vi bruker den ikke til noe annet.`,
    noRecipients: 'Legg til mottakere',
    confirmFirst: 'Bekreft først adressen din: Kontoen din sender deg en e-post om det.',
    cannot: 'Disse bildesettene kan ikke deles. Velg på nytt.',
    enough: (max) => `Du kan dele med ${max} personer om dagen. Fortsett gjerne i morgen.`,
    enoughOfThese: 'Disse bildesettene er delt med mange i dag. Fortsett gjerne i morgen.',
  },
  sv: {
    subject: (names) => `Bilder på ${names} har delats med dig`,
    title: (names) => `Bilder på ${names}`,
    intro: (from, shop) =>
      `${from} vill gärna visa dig de här bilderna. ${shop} har tagit dem, och varje länk öppnar ett bildset.`,
    see: (name) => `Se bilderna på ${name}`,
    code: (code) => `Om länken inte öppnas, skriv in koden ${code}.`,
    private: 'Behåll länkarna för dig själv: den som har en länk kan se bilderna.',
    why: (from) => `Du får det här mejlet för att ${from} gav oss din adress. Vi använder den inte till något annat.`,
    noRecipients: 'Lägg till mottagare',
    confirmFirst: 'Bekräfta först din adress: ditt konto skickar ett mejl till dig om det.',
    cannot: 'De här bildseten kan inte delas. Välj igen.',
    enough: (max) => `Du kan dela med ${max} personer om dagen. Fortsätt gärna i morgon.`,
    enoughOfThese: 'De här bildseten har delats med många i dag. Fortsätt gärna i morgon.',
  },
  da: {
    subject: (names) => `Billeder af ${names} er delt med dig`,
    title: (names) => `Billeder af ${names}`,
    intro: (from, shop) =>
      `${from} vil gerne vise dig disse billeder. ${shop} har taget dem, og hvert link åbner et billedsæt.`,
    see: (name) => `Se billederne af ${name}`,
    code: (code) => `Åbner linket ikke, så skriv koden ${code}.`,
    private: 'Behold linkene for dig selv: Den, der har et link, kan se billederne.',
    why: (from) => `Du får denne mail, fordi ${from} gav os din adresse. Vi bruger den ikke til andet.`,
    noRecipients: 'Tilføj modtagere',
    confirmFirst: 'Bekræft først din adresse: Din konto sender dig en mail om det.',
    cannot: 'Disse billedsæt kan ikke deles. Vælg igen.',
    enough: (max) => `Du kan dele med ${max} personer om dagen. Fortsæt gerne i morgen.`,
    enoughOfThese: 'Disse billedsæt er delt med mange i dag. Fortsæt gerne i morgen.',
  },
}
