import type { InspectionDocument } from '../features/inspection/collection.ts'

/** The packages that the shops send home for inspection, by shop. */
export const INSPECTIONS: Record<string, InspectionDocument[]> = {
  brightside: [
    {
      key: 'portraits',
      names: {
        en: 'Eight prints in a folder',
        es: 'Ocho copias en una carpeta',
        de: 'Acht Abzüge in einer Mappe',
        nb: 'Åtte bilder i en mappe',
        sv: 'Åtta bilder i en mapp',
        da: 'Otte billeder i en mappe',
      },
      descriptions: {
        en: 'Two large portraits, four small ones and two class pictures on matte paper. Keep the folder and pay with the invoice in it, or send everything back in the envelope inside; the postage is paid.',
        es: 'Dos retratos grandes, cuatro pequeños y dos fotos de clase en papel mate. Quédese con la carpeta y pague con la factura que va dentro, o devuélvalo todo en el sobre incluido, con el franqueo pagado.',
        de: 'Zwei große Porträts, vier kleine und zwei Klassenbilder auf mattem Papier. Behalten Sie die Mappe und bezahlen Sie mit der beiliegenden Rechnung, oder schicken Sie alles im beiliegenden Umschlag zurück; das Porto ist bezahlt.',
        nb: 'To store portretter, fire små og to klassebilder på matt papir. Behold mappen og betal med fakturaen som ligger i den, eller send alt tilbake i konvolutten som følger med; portoen er betalt.',
        sv: 'Två stora porträtt, fyra små och två klassbilder på matt papper. Behåll mappen och betala med fakturan som ligger i den, eller skicka tillbaka allt i det bifogade kuvertet; portot är betalt.',
        da: 'To store portrætter, fire små og to klassebilleder på mat papir. Behold mappen og betal med den vedlagte faktura, eller send det hele tilbage i den vedlagte kuvert; portoen er betalt.',
      },
      price: 3900,
      daysToReturn: 14,
    },
  ],
}
