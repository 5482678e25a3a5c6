import type { FailureTexts } from '../../platform/failureTexts.ts'

export const inspectionFailureTexts: FailureTexts = {
  de: {
    'inspection.over': 'Der letzte Tag ist vorbei: Was zur Ansicht geschickt wird, lässt sich nicht mehr ändern.',
    'inspection.changed':
      'Das Angebot hat sich inzwischen geändert. Bitte lesen Sie es noch einmal, bevor Sie zustimmen.',
    'inspection.address':
      'Bitte geben Sie zuerst Ihren Namen und Ihre Adresse ein, damit wir wissen, wohin wir es schicken.',
    'inspection.none': 'Von diesen Bildern gibt es kein Paket zur Ansicht.',
    'inspection.unknown_subject': 'Eines dieser Pakete gehört nicht zu Ihrem Konto.',
  },
  es: {
    'inspection.over': 'El último día ha pasado: lo que se envía para verlo ya no se puede cambiar.',
    'inspection.changed': 'La oferta ha cambiado mientras tanto. Léala otra vez antes de aceptar.',
    'inspection.address': 'Escriba primero su nombre y su dirección, para que sepamos adónde enviarlo.',
    'inspection.none': 'No hay ningún paquete de estas fotos para verlo en casa.',
    'inspection.unknown_subject': 'Uno de estos paquetes no está en su cuenta.',
  },
  nb: {
    'inspection.over': 'Siste dag er over: Det som sendes til gjennomsyn, kan ikke endres lenger.',
    'inspection.changed': 'Tilbudet er endret i mellomtiden. Les det en gang til før du sier ja.',
    'inspection.address': 'Skriv inn navn og adresse først, så vi vet hvor pakken skal sendes.',
    'inspection.none': 'Det finnes ingen pakke til gjennomsyn av disse bildene.',
    'inspection.unknown_subject': 'En av disse pakkene er ikke på kontoen din.',
  },
  sv: {
    'inspection.over': 'Sista dagen är förbi: det som skickas för påseende går inte längre att ändra.',
    'inspection.changed': 'Erbjudandet har ändrats under tiden. Läs det en gång till innan du tackar ja.',
    'inspection.address': 'Ange först ditt namn och din adress, så att vi vet vart vi ska skicka det.',
    'inspection.none': 'Det finns inget paket för påseende av de här bilderna.',
    'inspection.unknown_subject': 'Ett av de här paketen finns inte på ditt konto.',
  },
  da: {
    'inspection.over': 'Den sidste dag er forbi: Det, der sendes til gennemsyn, kan ikke længere ændres.',
    'inspection.changed': 'Tilbuddet er blevet ændret i mellemtiden. Læs det venligst igen, før du siger ja.',
    'inspection.address': 'Skriv først dit navn og din adresse, så vi ved, hvor pakken skal sendes hen.',
    'inspection.none': 'Der er ingen pakke til gennemsyn af disse billeder.',
    'inspection.unknown_subject': 'En af disse pakker er ikke på din konto.',
  },
}
