import type { FailureTexts } from '../../platform/failureTexts.ts'

export const uploadsFailureTexts: FailureTexts = {
  de: {
    'uploads.not_offered': 'Eigene Bilder können in diesem Shop nicht verwendet werden.',
    'uploads.no_file': 'Bitte wählen Sie ein Bild aus.',
    'uploads.too_many': 'Bitte senden Sie höchstens 20 Bilder auf einmal.',
    'uploads.too_large': 'Diese Datei ist größer als 50 MB. Bitte wählen Sie ein kleineres Bild.',
    'uploads.too_many_pixels': 'Dieses Bild hat mehr als 100 Megapixel. Bitte wählen Sie ein kleineres.',
    'uploads.heic':
      'Das ist ein HEIC-Bild, das hier nicht verwendet werden kann. So senden Sie es als JPEG: Wählen Sie in Fotos auf dem iPhone „Teilen“, dann „Optionen“, dann „Maximale Kompatibilität“, und sichern Sie es in Dateien. Mit Einstellungen, Kamera, Formate, „Maximale Kompatibilität“ werden neue Bilder zu JPEGs.',
    'uploads.format': 'Das ist kein Bild in JPEG, PNG oder WebP. Bitte senden Sie es als JPEG.',
    'uploads.broken':
      'Dieses Bild ist beschädigt oder nicht vollständig. Bitte öffnen Sie es auf Ihrem Gerät, speichern Sie es neu und senden Sie dieses.',
    'uploads.full':
      'Für weitere Bilder von Ihnen ist kein Platz mehr. Bitte löschen Sie einige, die Sie nicht mehr brauchen.',
    'uploads.unknown': 'Dieses Bild ist nicht unter Ihren Bildern.',
  },
  es: {
    'uploads.not_offered': 'En esta tienda no se pueden usar fotos propias.',
    'uploads.no_file': 'Elija una foto.',
    'uploads.too_many': 'Envíe como máximo 20 fotos a la vez.',
    'uploads.too_large': 'Este archivo ocupa más de 50 MB. Elija una foto más pequeña.',
    'uploads.too_many_pixels': 'Esta foto tiene más de 100 megapíxeles. Elija una más pequeña.',
    'uploads.heic':
      'Esta foto es HEIC y aquí no se puede usar. Para enviarla como JPEG: en Fotos del iPhone elija Compartir, luego Opciones, luego «Más compatible», y guárdela en Archivos. Con Ajustes, Cámara, Formatos, «Más compatible» las fotos nuevas serán JPEG.',
    'uploads.format': 'No es una foto JPEG, PNG ni WebP. Envíela como JPEG.',
    'uploads.broken': 'Esta foto está dañada o incompleta. Ábrala en su dispositivo, guárdela de nuevo y envíe esa.',
    'uploads.full': 'No queda sitio para más fotos suyas. Elimine algunas que ya no necesite.',
    'uploads.unknown': 'No hemos encontrado esta foto entre las suyas.',
  },
  nb: {
    'uploads.not_offered': 'Egne bilder kan ikke brukes i denne butikken.',
    'uploads.no_file': 'Velg et bilde.',
    'uploads.too_many': 'Send høyst 20 bilder om gangen.',
    'uploads.too_large': 'Denne filen er større enn 50 MB. Velg et mindre bilde.',
    'uploads.too_many_pixels': 'Dette bildet har mer enn 100 megapiksler. Velg et mindre.',
    'uploads.heic':
      'Dette er et HEIC-bilde, som ikke kan brukes her. Slik sender du det som JPEG: I Bilder på iPhone velger du Del, så Valg, så «Mest kompatibel», og arkiverer det i Filer. Med Innstillinger, Kamera, Formater, «Mest kompatibel» blir nye bilder JPEG.',
    'uploads.format': 'Dette er ikke et bilde i JPEG, PNG eller WebP. Send det som JPEG.',
    'uploads.broken':
      'Dette bildet er skadet eller ikke fullstendig. Åpne det på enheten din, lagre det på nytt og send det.',
    'uploads.full': 'Det er ikke plass til flere av bildene dine. Slett noen som du ikke trenger lenger.',
    'uploads.unknown': 'Vi fant ikke dette bildet blant dine.',
  },
  sv: {
    'uploads.not_offered': 'Egna bilder kan inte användas i den här butiken.',
    'uploads.no_file': 'Välj en bild.',
    'uploads.too_many': 'Skicka högst 20 bilder åt gången.',
    'uploads.too_large': 'Den här filen är större än 50 MB. Välj en mindre bild.',
    'uploads.too_many_pixels': 'Den här bilden har mer än 100 megapixlar. Välj en mindre.',
    'uploads.heic':
      'Det här är en HEIC-bild, som inte kan användas här. Så skickar du den som JPEG: I Bilder på iPhone väljer du Dela, sedan Alternativ, sedan ”Mest kompatibelt”, och sparar den i Filer. Med Inställningar, Kamera, Format, ”Mest kompatibelt” blir nya bilder JPEG.',
    'uploads.format': 'Det här är ingen bild i JPEG, PNG eller WebP. Skicka den som JPEG.',
    'uploads.broken':
      'Den här bilden är skadad eller inte fullständig. Öppna den på din enhet, spara den på nytt och skicka den.',
    'uploads.full': 'Det finns inte plats för fler av dina bilder. Ta bort några som du inte behöver längre.',
    'uploads.unknown': 'Vi hittade inte den här bilden bland dina.',
  },
  da: {
    'uploads.not_offered': 'Egne billeder kan ikke bruges i denne butik.',
    'uploads.no_file': 'Vælg et billede.',
    'uploads.too_many': 'Send højst 20 billeder ad gangen.',
    'uploads.too_large': 'Denne fil er større end 50 MB. Vælg et mindre billede.',
    'uploads.too_many_pixels': 'Dette billede har mere end 100 megapixel. Vælg et mindre.',
    'uploads.heic':
      'Dette er et HEIC-billede, som ikke kan bruges her. Sådan sender du det som JPEG: I Fotos på iPhone vælger du Del, så Indstillinger, så “Mest kompatibelt”, og arkiverer det i Arkiver. Med Indstillinger, Kamera, Formater, “Mest kompatibelt” bliver nye billeder JPEG.',
    'uploads.format': 'Dette er ikke et billede i JPEG, PNG eller WebP. Send det som JPEG.',
    'uploads.broken': 'Dette billede er beskadiget eller ikke helt. Åbn det på din enhed, gem det igen, og send det.',
    'uploads.full': 'Der er ikke plads til flere af dine billeder. Slet nogle, du ikke længere har brug for.',
    'uploads.unknown': 'Vi fandt ikke dette billede blandt dine.',
  },
}
