import type { Texts } from '../../platform/languages.ts'

/** The texts of a letter. `name` is the child's, `place` the shop's web address, `day` a date. */
const en = {
  title: (name: string) => `The pictures of ${name}`,
  greeting: 'Dear family,',
  intro: (shop: string) =>
    `${shop} has taken these pictures for you. Your code opens them in the shop, for you and for nobody without it.`,
  code: 'Your code',
  steps: (place: string) => [
    `Point the camera of your phone at the square above, or go to ${place} and enter the code.`,
    'Choose the pictures that you like best, and what to make of them.',
    'Order. We print it and send it to you.',
  ],
  until: (day: string) => `Please order by ${day}.`,
  private: 'Please keep this letter in a safe place: whoever has the code can see the pictures.',
}

export type LetterTexts = typeof en

export const letterTexts: Texts<LetterTexts> = {
  en,
  de: {
    title: (name) => `Die Bilder von ${name}`,
    greeting: 'Liebe Familie,',
    intro: (shop) =>
      `${shop} hat diese Bilder für Sie aufgenommen. Ihr Code öffnet sie im Shop: für Sie, und für niemanden, der ihn nicht hat.`,
    code: 'Ihr Code',
    steps: (place) => [
      `Halten Sie die Kamera Ihres Telefons auf das Quadrat oben, oder gehen Sie auf ${place} und geben Sie den Code ein.`,
      'Wählen Sie die Bilder, die Ihnen am besten gefallen, und was daraus werden soll.',
      'Bestellen Sie. Wir drucken und senden es Ihnen zu.',
    ],
    until: (day) => `Bitte bestellen Sie bis zum ${day}.`,
    private: 'Bitte bewahren Sie diesen Brief gut auf: Wer den Code hat, kann die Bilder sehen.',
  },
  es: {
    title: (name) => `Las fotos de ${name}`,
    greeting: 'Estimada familia:',
    intro: (shop) =>
      `${shop} ha hecho estas fotos para ustedes. Su código las abre en la tienda: para ustedes y para nadie que no lo tenga.`,
    code: 'Su código',
    steps: (place) => [
      `Apunte con la cámara del teléfono al cuadrado de arriba, o vaya a ${place} e introduzca el código.`,
      'Elija las fotos que más le gusten y qué quiere hacer con ellas.',
      'Haga su pedido. Lo imprimimos y se lo enviamos.',
    ],
    until: (day) => `Haga su pedido antes del final del ${day}.`,
    private: 'Guarde bien esta carta: quien tenga el código puede ver las fotos.',
  },
  nb: {
    title: (name) => `Bildene av ${name}`,
    greeting: 'Kjære familie,',
    intro: (shop) =>
      `${shop} har tatt disse bildene for dere. Koden åpner dem i butikken: for dere, og ikke for noen som mangler den.`,
    code: 'Koden din',
    steps: (place) => [
      `Hold kameraet på telefonen mot firkanten over, eller gå til ${place} og skriv inn koden.`,
      'Velg bildene du liker best, og hva de skal bli til.',
      'Bestill. Vi trykker og sender det hjem til deg.',
    ],
    until: (day) => `Bestill senest ${day}.`,
    private: 'Ta godt vare på brevet: Den som har koden, kan se bildene.',
  },
  sv: {
    title: (name) => `Bilderna på ${name}`,
    greeting: 'Kära familj!',
    intro: (shop) =>
      `${shop} har tagit de här bilderna åt er. Koden öppnar dem i butiken: för er, och inte för någon som saknar den.`,
    code: 'Din kod',
    steps: (place) => [
      `Rikta telefonens kamera mot fyrkanten ovan, eller gå till ${place} och skriv in koden.`,
      'Välj de bilder du tycker bäst om och vad de ska bli.',
      'Beställ. Vi trycker och skickar hem det till dig.',
    ],
    until: (day) => `Beställ senast ${day}.`,
    private: 'Ta väl vara på brevet: den som har koden kan se bilderna.',
  },
  da: {
    title: (name) => `Billederne af ${name}`,
    greeting: 'Kære familie',
    intro: (shop) =>
      `${shop} har taget disse billeder til jer. Koden åbner dem i butikken: for jer, og ikke for nogen, der mangler den.`,
    code: 'Din kode',
    steps: (place) => [
      `Ret telefonens kamera mod firkanten ovenfor, eller gå til ${place} og skriv koden.`,
      'Vælg de billeder, du bedst kan lide, og hvad de skal blive til.',
      'Bestil. Vi trykker det og sender det hjem til dig.',
    ],
    until: (day) => `Bestil senest ${day}.`,
    private: 'Pas godt på brevet: Den, der har koden, kan se billederne.',
  },
}
