import type { Texts } from '../../platform/languages.ts'
import type { ReminderKind } from './reminderPlan.ts'

/** The texts of the emails about pictures. `names` are the children's, `day` is a date. */
const en = {
  readySubject: (names: string) => `The pictures of ${names} are ready`,
  ready: (shop: string) => `The pictures that ${shop} took are ready: have a look, choose, and make something of them.`,
  subject: {
    'third-day': (names: string) => `Have you seen the pictures of ${names}?`,
    'tenth-day': (names: string) => `The pictures of ${names} are waiting for you`,
    'last-day': (names: string) => `The last day to order pictures of ${names}`,
  } satisfies Record<ReminderKind, (names: string) => string>,
  waiting: (shop: string) => `The pictures that ${shop} took are in the shop, and none of them has been ordered yet.`,
  until: (day: string) => `They can be ordered until ${day}.`,
  free: (day: string) => `Delivery is free until ${day}.`,
  deleted: (day: string) => `The pictures are deleted on ${day}.`,
  inAccount: (names: string) =>
    `You can find the pictures of ${names} in your account. Once you have confirmed your address, our emails link to them. Your account can send you the email for that.`,
  see: (names: string) => `See the pictures of ${names}`,
  code: (code: string) => `If the link does not open, enter the code ${code}.`,
  private: 'Please keep the links to yourself: whoever has one can see the pictures.',
  contactReason: 'You get this email because your address was given to us as the contact for these pictures.',
  customerReason: 'You get this email because these pictures are in your account.',
  stop: 'No more reminders',
  stopTitle: 'No more reminders?',
  stopAsk: (shop: string) => `${shop} will send no more reminders of pictures to this address.`,
  stopButton: 'Stop the reminders',
  stoppedTitle: 'You will not be reminded any more',
  stopped: (shop: string) =>
    `${shop} sends no more reminders to this address. You will still get an email when new pictures are ready. In your account you can switch reminders on again.`,
  brokenTitle: 'This link is incomplete',
  brokenText:
    'Nothing was changed. Open the link at the foot of a reminder again, or switch reminders off in your account.',
  toShop: (shop: string) => `To ${shop}`,
}

export type ReminderTexts = typeof en

export const reminderTexts: Texts<ReminderTexts> = {
  en,
  de: {
    readySubject: (names) => `Die Bilder von ${names} sind fertig`,
    ready: (shop) => `Die Bilder von ${shop} sind fertig: ansehen, auswählen und etwas Schönes daraus machen.`,
    subject: {
      'third-day': (names) => `Haben Sie die Bilder von ${names} schon gesehen?`,
      'tenth-day': (names) => `Die Bilder von ${names} warten auf Sie`,
      'last-day': (names) => `Der letzte Tag, um Bilder von ${names} zu bestellen`,
    },
    waiting: (shop) => `Die Bilder von ${shop} sind im Shop, und es ist noch nichts davon bestellt.`,
    until: (day) => `Bestellt werden kann bis zum ${day}.`,
    free: (day) => `Die Lieferung ist bis zum ${day} kostenlos.`,
    deleted: (day) => `Am ${day} werden die Bilder gelöscht.`,
    inAccount: (names) =>
      `Die Bilder von ${names} finden Sie in Ihrem Konto. Unsere E-Mails enthalten Links dorthin, sobald Sie Ihre Adresse bestätigt haben: Ihr Konto sendet Ihnen dafür eine E-Mail.`,
    see: (names) => `Bilder von ${names} ansehen`,
    code: (code) => `Falls sich der Link nicht öffnet, geben Sie den Code ${code} ein.`,
    private: 'Bitte behalten Sie die Links für sich: Wer einen hat, kann die Bilder sehen.',
    contactReason: 'Sie erhalten diese E-Mail, weil uns Ihre Adresse als Kontakt für diese Bilder genannt wurde.',
    customerReason: 'Sie erhalten diese E-Mail, weil diese Bilder in Ihrem Konto sind.',
    stop: 'Keine Erinnerungen mehr',
    stopTitle: 'Keine Erinnerungen mehr?',
    stopAsk: (shop) => `${shop} sendet dann keine Erinnerungen an Bilder mehr an diese Adresse.`,
    stopButton: 'Erinnerungen beenden',
    stoppedTitle: 'Sie werden nicht mehr erinnert',
    stopped: (shop) =>
      `${shop} sendet keine Erinnerungen mehr an diese Adresse. Wenn neue Bilder fertig sind, erfahren Sie es weiterhin. In Ihrem Konto können Sie Erinnerungen wieder einschalten.`,
    brokenTitle: 'Dieser Link ist nicht vollständig',
    brokenText:
      'Es wurde nichts geändert. Öffnen Sie den Link am Ende einer Erinnerung noch einmal, oder schalten Sie die Erinnerungen in Ihrem Konto aus.',
    toShop: (shop) => `Zu ${shop}`,
  },
  es: {
    readySubject: (names) => `Las fotos de ${names} están listas`,
    ready: (shop) => `Las fotos que hizo ${shop} están listas: véalas, elija y haga algo bonito con ellas.`,
    subject: {
      'third-day': (names) => `¿Ya ha visto las fotos de ${names}?`,
      'tenth-day': (names) => `Las fotos de ${names} le esperan`,
      'last-day': (names) => `Último día para pedir fotos de ${names}`,
    },
    waiting: (shop) => `Las fotos que hizo ${shop} están en la tienda y todavía no se ha pedido ninguna.`,
    until: (day) => `Se pueden pedir hasta el ${day}.`,
    free: (day) => `El envío es gratis hasta el ${day}.`,
    deleted: (day) => `El ${day} se borran las fotos.`,
    inAccount: (names) =>
      `Encontrará las fotos de ${names} en su cuenta. Nuestros correos llevan enlaces a ellas cuando haya confirmado su dirección: desde su cuenta puede pedir un correo para ello.`,
    see: (names) => `Ver las fotos de ${names}`,
    code: (code) => `Si el enlace no se abre, introduzca el código ${code}.`,
    private: 'No pase los enlaces a nadie: quien tenga uno puede ver las fotos.',
    contactReason: 'Recibe este correo porque nos dieron su dirección como contacto para estas fotos.',
    customerReason: 'Recibe este correo porque estas fotos están en su cuenta.',
    stop: 'No recibir más recordatorios',
    stopTitle: '¿No recibir más recordatorios?',
    stopAsk: (shop) => `${shop} no enviará más recordatorios de fotos a esta dirección.`,
    stopButton: 'Detener los recordatorios',
    stoppedTitle: 'Ya no recibirá recordatorios',
    stopped: (shop) =>
      `${shop} no enviará más recordatorios a esta dirección. Seguirá sabiendo cuándo hay fotos nuevas. En su cuenta puede volver a activar los recordatorios.`,
    brokenTitle: 'Este enlace no está completo',
    brokenText:
      'No se ha cambiado nada. Abra de nuevo el enlace que está al pie de un recordatorio o desactive los recordatorios en su cuenta.',
    toShop: (shop) => `Ir a ${shop}`,
  },
  nb: {
    readySubject: (names) => `Bildene av ${names} er klare`,
    ready: (shop) => `Bildene som ${shop} har tatt, er klare: Se på dem, velg, og lag noe fint av dem.`,
    subject: {
      'third-day': (names) => `Har du sett bildene av ${names}?`,
      'tenth-day': (names) => `Bildene av ${names} venter på deg`,
      'last-day': (names) => `Siste dag for å bestille bilder av ${names}`,
    },
    waiting: (shop) => `Bildene som ${shop} har tatt, ligger i butikken, og ingenting er bestilt ennå.`,
    until: (day) => `De kan bestilles til og med ${day}.`,
    free: (day) => `Leveringen er gratis til og med ${day}.`,
    deleted: (day) => `Den ${day} slettes bildene.`,
    inAccount: (names) =>
      `Bildene av ${names} finner du i kontoen din. E-postene våre har lenker til dem når du har bekreftet adressen din: Kontoen din sender deg en e-post om det.`,
    see: (names) => `Se bildene av ${names}`,
    code: (code) => `Åpner ikke lenken seg, skriv inn koden ${code}.`,
    private: 'Behold lenkene for deg selv: Den som har en lenke, kan se bildene.',
    contactReason: 'Du får denne e-posten fordi adressen din er oppgitt som kontakt for disse bildene.',
    customerReason: 'Du får denne e-posten fordi disse bildene ligger i kontoen din.',
    stop: 'Ingen flere påminnelser',
    stopTitle: 'Ingen flere påminnelser?',
    stopAsk: (shop) => `${shop} sender da ingen flere påminnelser om bilder til denne adressen.`,
    stopButton: 'Stopp påminnelsene',
    stoppedTitle: 'Du får ingen flere påminnelser',
    stopped: (shop) =>
      `${shop} sender ingen flere påminnelser til denne adressen. Du hører fortsatt fra oss når nye bilder er klare. På kontoen din kan du slå påminnelser på igjen.`,
    brokenTitle: 'Denne lenken er ikke fullstendig',
    brokenText:
      'Ingenting ble endret. Åpne lenken nederst i en påminnelse en gang til, eller slå av påminnelser i kontoen din.',
    toShop: (shop) => `Til ${shop}`,
  },
  sv: {
    readySubject: (names) => `Bilderna på ${names} är klara`,
    ready: (shop) => `Bilderna som ${shop} har tagit är klara: titta, välj och gör något fint av dem.`,
    subject: {
      'third-day': (names) => `Har du sett bilderna på ${names}?`,
      'tenth-day': (names) => `Bilderna på ${names} väntar på dig`,
      'last-day': (names) => `Sista dagen att beställa bilder på ${names}`,
    },
    waiting: (shop) => `Bilderna som ${shop} har tagit finns i butiken, och ännu är inget beställt.`,
    until: (day) => `De kan beställas till och med ${day}.`,
    free: (day) => `Leveransen är gratis till och med ${day}.`,
    deleted: (day) => `Den ${day} raderas bilderna.`,
    inAccount: (names) =>
      `Bilderna på ${names} hittar du i ditt konto. Våra mejl har länkar till dem när du har bekräftat din adress: ditt konto skickar ett mejl till dig om det.`,
    see: (names) => `Se bilderna på ${names}`,
    code: (code) => `Om länken inte öppnas, skriv in koden ${code}.`,
    private: 'Behåll länkarna för dig själv: den som har en länk kan se bilderna.',
    contactReason: 'Du får det här mejlet för att din adress har angetts som kontakt för de här bilderna.',
    customerReason: 'Du får det här mejlet för att de här bilderna finns i ditt konto.',
    stop: 'Inga fler påminnelser',
    stopTitle: 'Inga fler påminnelser?',
    stopAsk: (shop) => `${shop} skickar då inga fler påminnelser om bilder till den här adressen.`,
    stopButton: 'Stoppa påminnelserna',
    stoppedTitle: 'Du får inga fler påminnelser',
    stopped: (shop) =>
      `${shop} skickar inga fler påminnelser till den här adressen. Du får fortfarande veta när nya bilder är klara. I ditt konto kan du slå på påminnelser igen.`,
    brokenTitle: 'Den här länken är inte fullständig',
    brokenText:
      'Ingenting har ändrats. Öppna länken längst ner i en påminnelse en gång till, eller stäng av påminnelser i ditt konto.',
    toShop: (shop) => `Till ${shop}`,
  },
  da: {
    readySubject: (names) => `Billederne af ${names} er klar`,
    ready: (shop) => `Billederne, som ${shop} har taget, er klar: Se dem, vælg, og lav noget fint af dem.`,
    subject: {
      'third-day': (names) => `Har du set billederne af ${names}?`,
      'tenth-day': (names) => `Billederne af ${names} venter på dig`,
      'last-day': (names) => `Sidste dag til at bestille billeder af ${names}`,
    },
    waiting: (shop) => `Billederne, som ${shop} har taget, ligger i butikken, og endnu er intet bestilt.`,
    until: (day) => `De kan bestilles til og med ${day}.`,
    free: (day) => `Leveringen er gratis til og med ${day}.`,
    deleted: (day) => `Den ${day} slettes billederne.`,
    inAccount: (names) =>
      `Billederne af ${names} finder du i din konto. Vores mails har links til dem, når du har bekræftet din adresse: Din konto sender dig en mail om det.`,
    see: (names) => `Se billederne af ${names}`,
    code: (code) => `Åbner linket ikke, så skriv koden ${code}.`,
    private: 'Behold linkene for dig selv: Den, der har et link, kan se billederne.',
    contactReason: 'Du får denne mail, fordi din adresse er opgivet som kontakt for disse billeder.',
    customerReason: 'Du får denne mail, fordi disse billeder ligger i din konto.',
    stop: 'Ingen flere påmindelser',
    stopTitle: 'Ingen flere påmindelser?',
    stopAsk: (shop) => `${shop} sender så ingen flere påmindelser om billeder til denne adresse.`,
    stopButton: 'Stop påmindelserne',
    stoppedTitle: 'Du får ingen flere påmindelser',
    stopped: (shop) =>
      `${shop} sender ingen flere påmindelser til denne adresse. Du hører stadig fra os, når nye billeder er klar. På din konto kan du slå påmindelser til igen.`,
    brokenTitle: 'Dette link er ikke fuldstændigt',
    brokenText: 'Intet blev ændret. Åbn linket nederst i en påmindelse igen, eller slå påmindelser fra i din konto.',
    toShop: (shop) => `Til ${shop}`,
  },
}
