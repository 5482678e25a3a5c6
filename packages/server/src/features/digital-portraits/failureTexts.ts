import type { FailureTexts } from '../../platform/failureTexts.ts'

export const digitalPortraitsFailureTexts: FailureTexts = {
  de: {
    'digital-portraits.bought': 'Das haben Sie schon gekauft.',
    'digital-portraits.not_sold': 'Diese Bilder können gerade nicht als Dateien gekauft werden.',
    'digital-portraits.set_in_cart': 'Das ganze Fotoset liegt schon in Ihrem Warenkorb.',
    'digital-portraits.in_package':
      'Diese Bilder gehören zu einem Paket in Ihrem Warenkorb. Bitte ändern Sie dort das Paket.',
    'digital-portraits.not_bought': 'Nur was Sie gekauft haben, kann heruntergeladen werden.',
    'digital-portraits.unknown_background': 'Diesen Hintergrund gibt es für dieses Bild nicht.',
  },
  es: {
    'digital-portraits.bought': 'Ya lo ha comprado.',
    'digital-portraits.not_sold': 'Estas fotos no se pueden comprar como archivos en este momento.',
    'digital-portraits.set_in_cart': 'La serie de fotos entera ya está en su carrito.',
    'digital-portraits.in_package': 'Estas fotos forman parte de un paquete de su cesta. Cambie allí el paquete.',
    'digital-portraits.not_bought': 'Solo se puede descargar lo que se ha comprado.',
    'digital-portraits.unknown_background': 'Este fondo no existe para esta foto.',
  },
  nb: {
    'digital-portraits.bought': 'Dette har du allerede kjøpt.',
    'digital-portraits.not_sold': 'Disse bildene kan ikke kjøpes som filer akkurat nå.',
    'digital-portraits.set_in_cart': 'Hele bildesettet ligger allerede i handlekurven.',
    'digital-portraits.in_package': 'Disse bildene er en del av en pakke i handlekurven din. Endre pakken der.',
    'digital-portraits.not_bought': 'Bare det som er kjøpt, kan lastes ned.',
    'digital-portraits.unknown_background': 'Denne bakgrunnen finnes ikke for dette bildet.',
  },
  sv: {
    'digital-portraits.bought': 'Det här har du redan köpt.',
    'digital-portraits.not_sold': 'De här bilderna kan inte köpas som filer just nu.',
    'digital-portraits.set_in_cart': 'Hela bildsetet ligger redan i varukorgen.',
    'digital-portraits.in_package': 'De här bilderna ingår i ett paket i din varukorg. Ändra paketet där.',
    'digital-portraits.not_bought': 'Bara det som är köpt kan laddas ner.',
    'digital-portraits.unknown_background': 'Den här bakgrunden finns inte för den här bilden.',
  },
  da: {
    'digital-portraits.bought': 'Det har du allerede købt.',
    'digital-portraits.not_sold': 'Disse billeder kan ikke købes som filer lige nu.',
    'digital-portraits.set_in_cart': 'Hele billedsættet ligger allerede i kurven.',
    'digital-portraits.in_package': 'Disse billeder er en del af en pakke i din kurv. Ret pakken der.',
    'digital-portraits.not_bought': 'Kun det, der er købt, kan hentes.',
    'digital-portraits.unknown_background': 'Denne baggrund findes ikke til dette billede.',
  },
}
