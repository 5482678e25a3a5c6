import type { Texts } from '../../../platform/languages.ts'

/** The texts about confirming an address: of the email, and of the page behind its link. `shop` is the provider's name. */
const en = {
  subject: (shop: string) => `Confirm your address for ${shop}`,
  title: 'Confirm your address',
  request: (shop: string) =>
    `An account at ${shop} was created with this address. Please confirm that it is yours: until then our emails to it include no links to pictures and orders. Everything else works without it.`,
  link: 'Confirm your address',
  once: 'The link works once, within seven days.',
  notYou: (email: string) =>
    `If it was not you, you need not do anything: without your confirmation no pictures are sent here. You can write to us at ${email}.`,
  askTitle: 'Confirm your address',
  ask: (address: string, shop: string) =>
    `Is ${address} the address of your account at ${shop}? Once you have confirmed it, our emails can include links to your pictures and orders.`,
  button: 'Confirm this address',
  askNotYou: 'If you have no account here, simply close this page, and nothing changes.',
  confirmedTitle: 'Your address is confirmed',
  confirmed: (address: string, shop: string) =>
    `Thank you. From now on emails from ${shop} to ${address} include links to your pictures and orders.`,
  toAccount: 'To your account',
  brokenTitle: 'This link does not work any more',
  brokenText:
    'A link to confirm an address works once, within seven days, and only the newest one does. You can have a new one sent from your account.',
}

export const addressTexts: Texts<typeof en> = {
  en,
  de: {
    subject: (shop) => `Bestätigen Sie Ihre Adresse für ${shop}`,
    title: 'Bestätigen Sie Ihre Adresse',
    request: (shop) =>
      `Jemand, hoffentlich Sie, hat ein Konto bei ${shop} mit dieser Adresse. Bis Sie sie bestätigen, enthalten unsere E-Mails dorthin keine Links zu Bildern und Bestellungen. Alles andere geht auch ohne.`,
    link: 'Adresse bestätigen',
    once: 'Der Link gilt einmal und sieben Tage lang.',
    notYou: (email) =>
      `Waren Sie das nicht? Dann müssen Sie nichts tun: Ohne Ihre Bestätigung werden keine Bilder hierher gesandt. Sie können uns unter ${email} schreiben.`,
    askTitle: 'Bestätigen Sie Ihre Adresse',
    ask: (address, shop) =>
      `Ist ${address} die Adresse Ihres Kontos bei ${shop}? Dann dürfen unsere E-Mails dorthin Links zu Ihren Bildern und Bestellungen enthalten.`,
    button: 'Diese Adresse bestätigen',
    askNotYou: 'Wenn Sie hier kein Konto haben, schließen Sie diese Seite: Dann ändert sich nichts.',
    confirmedTitle: 'Ihre Adresse ist bestätigt',
    confirmed: (address, shop) =>
      `${shop} weiß jetzt, dass Sie die E-Mails an ${address} lesen. Von nun an enthalten sie Links zu Ihren Bildern und Bestellungen.`,
    toAccount: 'Zu Ihrem Konto',
    brokenTitle: 'Dieser Link gilt nicht mehr',
    brokenText:
      'Links zum Bestätigen einer Adresse gelten einmal, sieben Tage lang, und nur der neueste. In Ihrem Konto können Sie sich einen weiteren senden lassen.',
  },
  es: {
    subject: (shop) => `Confirme su dirección para ${shop}`,
    title: 'Confirme su dirección',
    request: (shop) =>
      `Alguien, esperamos que usted, tiene una cuenta en ${shop} con esta dirección. Hasta que la confirme, nuestros correos no llevan enlaces a fotos ni a pedidos. Todo lo demás funciona sin ello.`,
    link: 'Confirmar la dirección',
    once: 'El enlace funciona una vez, durante siete días.',
    notYou: (email) =>
      `¿No ha sido usted? Entonces no tiene que hacer nada: sin su confirmación no se envían fotos aquí. Puede escribirnos a ${email}.`,
    askTitle: 'Confirme su dirección',
    ask: (address, shop) =>
      `¿Es ${address} la dirección de su cuenta en ${shop}? Entonces nuestros correos podrán llevar enlaces a sus fotos y pedidos.`,
    button: 'Confirmar esta dirección',
    askNotYou: 'Si no tiene una cuenta aquí, cierre esta página: así no cambia nada.',
    confirmedTitle: 'Su dirección está confirmada',
    confirmed: (address, shop) =>
      `${shop} sabe ahora que usted lee los correos que llegan a ${address}. Desde ahora llevan enlaces a sus fotos y pedidos.`,
    toAccount: 'A su cuenta',
    brokenTitle: 'Este enlace ya no funciona',
    brokenText:
      'Los enlaces para confirmar una dirección funcionan una vez, durante siete días, y solo el más reciente. En su cuenta puede pedir otro.',
  },
  nb: {
    subject: (shop) => `Bekreft adressen din for ${shop}`,
    title: 'Bekreft adressen din',
    request: (shop) =>
      `Noen, forhåpentligvis du, har en konto hos ${shop} med denne adressen. Til du bekrefter den, har e-postene våre ingen lenker til bilder og bestillinger. Alt annet virker uten.`,
    link: 'Bekreft adressen',
    once: 'Lenken virker én gang, innen sju dager.',
    notYou: (email) =>
      `Var det ikke deg? Da trenger du ikke gjøre noe: Uten din bekreftelse sendes ingen bilder hit. Du kan skrive til oss på ${email}.`,
    askTitle: 'Bekreft adressen din',
    ask: (address, shop) =>
      `Er ${address} adressen til kontoen din hos ${shop}? Da kan e-postene våre dit ha lenker til bildene og bestillingene dine.`,
    button: 'Bekreft denne adressen',
    askNotYou: 'Har du ingen konto her, lukker du denne siden: Da endres ingenting.',
    confirmedTitle: 'Adressen din er bekreftet',
    confirmed: (address, shop) =>
      `${shop} vet nå at du leser e-postene til ${address}. Fra nå av har de lenker til bildene og bestillingene dine.`,
    toAccount: 'Til kontoen din',
    brokenTitle: 'Denne lenken virker ikke lenger',
    brokenText:
      'Lenker som bekrefter en adresse, virker én gang, i sju dager, og bare den nyeste. I kontoen din kan du få tilsendt en ny.',
  },
  sv: {
    subject: (shop) => `Bekräfta din adress för ${shop}`,
    title: 'Bekräfta din adress',
    request: (shop) =>
      `Någon, förhoppningsvis du, har ett konto hos ${shop} med den här adressen. Tills du bekräftar den har våra mejl inga länkar till bilder och beställningar. Allt annat fungerar utan.`,
    link: 'Bekräfta adressen',
    once: 'Länken fungerar en gång, inom sju dagar.',
    notYou: (email) =>
      `Var det inte du? Då behöver du inte göra något: utan din bekräftelse skickas inga bilder hit. Du kan skriva till oss på ${email}.`,
    askTitle: 'Bekräfta din adress',
    ask: (address, shop) =>
      `Är ${address} adressen till ditt konto hos ${shop}? Då kan våra mejl dit ha länkar till dina bilder och beställningar.`,
    button: 'Bekräfta den här adressen',
    askNotYou: 'Om du inte har något konto här stänger du sidan: då ändras ingenting.',
    confirmedTitle: 'Din adress är bekräftad',
    confirmed: (address, shop) =>
      `${shop} vet nu att du läser mejlen till ${address}. Från och med nu har de länkar till dina bilder och beställningar.`,
    toAccount: 'Till ditt konto',
    brokenTitle: 'Den här länken fungerar inte längre',
    brokenText:
      'Länkar som bekräftar en adress fungerar en gång, i sju dagar, och bara den senaste. I ditt konto kan du få en ny skickad.',
  },
  da: {
    subject: (shop) => `Bekræft din adresse til ${shop}`,
    title: 'Bekræft din adresse',
    request: (shop) =>
      `Nogen, forhåbentlig dig, har en konto hos ${shop} med denne adresse. Indtil du bekræfter den, har vores mails ingen links til billeder og bestillinger. Alt andet virker uden.`,
    link: 'Bekræft adressen',
    once: 'Linket virker én gang, inden for syv dage.',
    notYou: (email) =>
      `Var det ikke dig? Så skal du ikke gøre noget: Uden din bekræftelse sendes ingen billeder hertil. Du kan skrive til os på ${email}.`,
    askTitle: 'Bekræft din adresse',
    ask: (address, shop) =>
      `Er ${address} adressen på din konto hos ${shop}? Så kan vores mails dertil have links til dine billeder og bestillinger.`,
    button: 'Bekræft denne adresse',
    askNotYou: 'Har du ingen konto her, så luk denne side: Så ændres intet.',
    confirmedTitle: 'Din adresse er bekræftet',
    confirmed: (address, shop) =>
      `${shop} ved nu, at du læser mails til ${address}. Fra nu af har de links til dine billeder og bestillinger.`,
    toAccount: 'Til din konto',
    brokenTitle: 'Dette link virker ikke længere',
    brokenText:
      'Links, der bekræfter en adresse, virker én gang, i syv dage, og kun det nyeste. I din konto kan du få sendt et nyt.',
  },
}
