/** The nearest language with texts: Norwegian has one, and unknown languages get English. */
export function nearestTexts<T>(texts: { en: T } & Record<string, T>, language: string): T {
  const main = language.split('-')[0] ?? 'en'
  return texts[main === 'no' || main === 'nn' ? 'nb' : main] ?? texts.en
}
