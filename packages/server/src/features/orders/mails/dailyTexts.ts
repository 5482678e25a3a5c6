import type { Texts } from '../../../platform/languages.ts'

/** The texts of the daily email to the photographer. English defines the keys: every language has the same ones. */
const en = {
  subject: (count: number, shop: string) => `${count} new order${count === 1 ? '' : 's'} at ${shop}`,
  title: (count: number) => `${count} new order${count === 1 ? '' : 's'}`,
  intro: (days: string, sum: string) => `Placed on ${days}, for ${sum} in all:`,
  pieces: (count: number) => `${count} pc.`,
  more: (count: number) => `… and ${count} more.`,
  next: (command: string) => `This command lists what is still to be made: ${command}`,
}

export type DailyTexts = typeof en

export const dailyTexts: Texts<DailyTexts> = {
  en,
  de: {
    subject: (count, shop) => `${count} neue Bestellung${count === 1 ? '' : 'en'} bei ${shop}`,
    title: (count) => `${count} neue Bestellung${count === 1 ? '' : 'en'}`,
    intro: (days, sum) => `Eingegangen am ${days}, zusammen ${sum}:`,
    pieces: (count) => `${count} Stück`,
    more: (count) => `… und ${count} weitere.`,
    next: (command) => `Was noch zu machen ist, zeigt: ${command}`,
  },
  es: {
    subject: (count, shop) => `${count} pedido${count === 1 ? ' nuevo' : 's nuevos'} en ${shop}`,
    title: (count) => `${count} pedido${count === 1 ? ' nuevo' : 's nuevos'}`,
    intro: (days, sum) => `Recibidos el ${days}, en total ${sum}:`,
    pieces: (count) => `${count} ud.`,
    more: (count) => `… y ${count} más.`,
    next: (command) => `Lo que queda por hacer lo muestra: ${command}`,
  },
  nb: {
    subject: (count, shop) => `${count} ${count === 1 ? 'ny bestilling' : 'nye bestillinger'} hos ${shop}`,
    title: (count) => `${count} ${count === 1 ? 'ny bestilling' : 'nye bestillinger'}`,
    intro: (days, sum) => `Kommet inn ${days}, til sammen ${sum}:`,
    pieces: (count) => `${count} stk.`,
    more: (count) => `… og ${count} til.`,
    next: (command) => `Det som gjenstår å lage, vises av: ${command}`,
  },
  sv: {
    subject: (count, shop) => `${count} ${count === 1 ? 'ny beställning' : 'nya beställningar'} hos ${shop}`,
    title: (count) => `${count} ${count === 1 ? 'ny beställning' : 'nya beställningar'}`,
    intro: (days, sum) => `Inkomna ${days}, tillsammans ${sum}:`,
    pieces: (count) => `${count} st.`,
    more: (count) => `… och ${count} till.`,
    next: (command) => `Vad som återstår att göra visas av: ${command}`,
  },
  da: {
    subject: (count, shop) => `${count} ${count === 1 ? 'ny bestilling' : 'nye bestillinger'} hos ${shop}`,
    title: (count) => `${count} ${count === 1 ? 'ny bestilling' : 'nye bestillinger'}`,
    intro: (days, sum) => `Modtaget ${days}, i alt ${sum}:`,
    pieces: (count) => `${count} stk.`,
    more: (count) => `… og ${count} mere.`,
    next: (command) => `Hvad der mangler at blive lavet, vises af: ${command}`,
  },
}
