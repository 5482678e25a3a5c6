import type { FailureTexts } from '../failureTexts.ts'
import type { Feature } from '../feature.ts'
import { LANGUAGES, type Language } from '../languages.ts'

/** The texts of the failures that every call can give. */
export const commonFailureTexts: FailureTexts = {
  de: {
    'input.invalid': 'In der Eingabe fehlt etwas, oder etwas stimmt nicht.',
    'input.too_large': 'Das ist zu viel auf einmal.',
    'host.unknown': 'Für diese Adresse ist dieser Server nicht zuständig.',
    'provider.unknown': 'Unter dieser Adresse gibt es keinen Shop.',
    'provider.disagrees': 'Adresse und Anfrage nennen zwei verschiedene Shops.',
    'provider.missing': 'Diese Anfrage muss ihren Shop nennen.',
    'origin.refused': 'Diese Website darf den Shop nicht benutzen.',
    'session.required': 'Bitte melden Sie sich zuerst an.',
    'session.simulated': 'Das kann nur die Kundin oder der Kunde selbst, niemand in deren Namen.',
    'flow.required': 'Bitte geben Sie Ihren Code noch einmal ein.',
    'throttle.wait': 'Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
    not_found: 'Das wurde nicht gefunden.',
    'server.unavailable': 'Der Shop ist gerade beschäftigt. Bitte versuchen Sie es gleich noch einmal.',
    'server.failed': 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  },
  es: {
    'input.invalid': 'Falta algo en lo que se ha enviado, o algo no es correcto.',
    'input.too_large': 'Es demasiado de una sola vez.',
    'host.unknown': 'Este servidor no atiende ninguna tienda en esta dirección.',
    'provider.unknown': 'No hay ninguna tienda en esta dirección.',
    'provider.disagrees': 'La dirección y la petición nombran dos tiendas distintas.',
    'provider.missing': 'Esta petición debe nombrar su tienda.',
    'origin.refused': 'Este sitio web no puede usar la tienda.',
    'session.required': 'Inicie sesión primero.',
    'session.simulated': 'Esto solo puede hacerlo la propia clienta o el propio cliente, nadie en su nombre.',
    'flow.required': 'Introduzca su código de nuevo.',
    'throttle.wait': 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
    not_found: 'No se ha encontrado.',
    'server.unavailable': 'La tienda está ocupada en este momento. Vuelva a intentarlo enseguida.',
    'server.failed': 'Algo ha fallado por nuestra parte. Vuelva a intentarlo.',
  },
  nb: {
    'input.invalid': 'Noe av det som ble sendt, mangler eller stemmer ikke.',
    'input.too_large': 'Dette er for mye på én gang.',
    'host.unknown': 'Denne serveren har ingen butikk på denne adressen.',
    'provider.unknown': 'Det er ingen butikk på denne adressen.',
    'provider.disagrees': 'Adressen og forespørselen nevner to ulike butikker.',
    'provider.missing': 'Denne forespørselen må nevne butikken sin.',
    'origin.refused': 'Dette nettstedet kan ikke bruke butikken.',
    'session.required': 'Logg inn først.',
    'session.simulated': 'Dette kan bare kunden selv gjøre, ingen som handler på kundens vegne.',
    'flow.required': 'Skriv inn koden din på nytt.',
    'throttle.wait': 'For mange forsøk. Vent litt og prøv igjen.',
    not_found: 'Dette ble ikke funnet.',
    'server.unavailable': 'Butikken er opptatt akkurat nå. Prøv igjen om et øyeblikk.',
    'server.failed': 'Noe gikk galt hos oss. Prøv igjen.',
  },
  sv: {
    'input.invalid': 'Något av det som skickades saknas eller stämmer inte.',
    'input.too_large': 'Det här är för mycket på en gång.',
    'host.unknown': 'Den här servern har ingen butik på den här adressen.',
    'provider.unknown': 'Det finns ingen butik på den här adressen.',
    'provider.disagrees': 'Adressen och anropet nämner två olika butiker.',
    'provider.missing': 'Det här anropet måste nämna sin butik.',
    'origin.refused': 'Den här webbplatsen får inte använda butiken.',
    'session.required': 'Logga in först.',
    'session.simulated': 'Det här kan bara kunden själv göra, ingen som handlar i kundens ställe.',
    'flow.required': 'Skriv in din kod en gång till.',
    'throttle.wait': 'För många försök. Vänta en stund och försök igen.',
    not_found: 'Det här hittades inte.',
    'server.unavailable': 'Butiken är upptagen just nu. Försök igen om en stund.',
    'server.failed': 'Något gick fel hos oss. Försök igen.',
  },
  da: {
    'input.invalid': 'Noget af det, der blev sendt, mangler eller passer ikke.',
    'input.too_large': 'Det er for meget på én gang.',
    'host.unknown': 'Denne server har ingen butik på denne adresse.',
    'provider.unknown': 'Der er ingen butik på denne adresse.',
    'provider.disagrees': 'Adressen og kaldet nævner to forskellige butikker.',
    'provider.missing': 'Dette kald skal nævne sin butik.',
    'origin.refused': 'Dette websted må ikke bruge butikken.',
    'session.required': 'Log ind først.',
    'session.simulated': 'Det kan kun kunden selv gøre, ingen, der handler på kundens vegne.',
    'flow.required': 'Indtast din kode igen.',
    'throttle.wait': 'For mange forsøg. Vent et øjeblik, og prøv igen.',
    not_found: 'Det blev ikke fundet.',
    'server.unavailable': 'Butikken er optaget lige nu. Prøv igen om et øjeblik.',
    'server.failed': 'Noget gik galt hos os. Prøv igen.',
  },
}

/** Replaces `throttle.wait` when the waiting time is known. */
export const waitTexts: Readonly<Record<Language, (minutes: number) => string>> = {
  de: (minutes) =>
    `Zu viele Versuche. Bitte versuchen Sie es in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} noch einmal.`,
  es: (minutes) => `Demasiados intentos. Vuelva a intentarlo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
  nb: (minutes) => `For mange forsøk. Prøv igjen om ${minutes} ${minutes === 1 ? 'minutt' : 'minutter'}.`,
  sv: (minutes) => `För många försök. Försök igen om ${minutes} ${minutes === 1 ? 'minut' : 'minuter'}.`,
  da: (minutes) => `For mange forsøg. Prøv igen om ${minutes} ${minutes === 1 ? 'minut' : 'minutter'}.`,
}

/** The texts of all failures: the common ones and those of every feature. */
export function mergeFailureTexts(features: readonly Feature[]): FailureTexts {
  const all = [commonFailureTexts, ...features.flatMap(({ failureTexts }) => failureTexts ?? [])]
  const merged = LANGUAGES.map((language) => [language, Object.assign({}, ...all.map((texts) => texts[language]))])
  return Object.fromEntries(merged)
}
