import sharp from 'sharp'
import { type ModuleDocument, savePage } from '../features/content/collection.ts'
import type { App } from '../platform/app.ts'
import { saveOwnPicture } from '../platform/provider/ownPictures.ts'
import type { Backdrop } from './backdrop.ts'
import { type Child, fjellgata, mapleGrove } from './people.ts'
import { drawPicture } from './picture.ts'
import { BACKDROPS, together } from './scenes.ts'

/** What a provider says about itself at `/pages/about`, in every language, with every module that a page can have. */
type Words = {
  title: string
  slides: readonly [first: string, second: string]
  toCode: string
  /** One line per paragraph. */
  intro: string
  promise: string
  alt: string
  rich: string
}

/** Writes the page of each shop. */
export async function seedPages(app: App): Promise<void> {
  await seedPage(app, 'brightside', mapleGrove, [BACKDROPS.sand, BACKDROPS.sage], brightside)
  await seedPage(app, 'nordlys', fjellgata, [BACKDROPS.fjord, BACKDROPS.stone], nordlys)
}

type TwoChildren<T> = readonly [T, T]

async function seedPage(
  app: App,
  provider: string,
  children: readonly Child[],
  backdrops: TwoChildren<Backdrop>,
  words: Record<string, Words>,
): Promise<void> {
  const [one, other] = [children[0] as Child, children[1] as Child]
  const pictures = [
    await picture(app, provider, one, other, backdrops[0]),
    await picture(app, provider, other, one, backdrops[1]),
  ] as const
  const modules = Object.entries(words).map(([language, text]) => [language, modulesOf(text, pictures)])
  await savePage(app, provider, { id: 'about', modules: Object.fromEntries(modules) })
}

async function picture(app: App, provider: string, taller: Child, smaller: Child, backdrop: Backdrop): Promise<string> {
  const drawn = await drawPicture(together(taller.looks, smaller.looks, backdrop))
  // wide, like a slide: the heads, without what hangs over them
  const wide = await sharp(drawn).extract({ left: 0, top: 180, width: 2000, height: 1125 }).toBuffer()
  return saveOwnPicture(app, provider, wide)
}

function modulesOf(words: Words, [first, second]: TwoChildren<string>): ModuleDocument[] {
  const slide = (id: string, src: string, title: string) => ({ id, image: { src, alt: words.alt }, title })
  return [
    { id: 'title', type: 'Title', text: words.title },
    {
      id: 'slider',
      type: 'Slider',
      slides: [
        { ...slide('first', first, words.slides[0]), button: { label: words.toCode, href: '/enter-code' } },
        { ...slide('second', second, words.slides[1]), duration: 8 },
      ],
    },
    { id: 'intro', type: 'Paragraph', text: words.intro },
    { id: 'promise', type: 'Paragraph', html: words.promise },
    {
      id: 'picture',
      type: 'Image',
      src: second,
      alt: words.alt,
      link: { href: 'https://www.example.com/', newWindow: true },
    },
    { id: 'rich', type: 'RichText', html: words.rich },
    { id: 'promote', type: 'PromoteCategory' },
  ]
}

const brightside: Record<string, Words> = {
  en: {
    title: 'Portraits that look like your child',
    slides: ['Two minutes before the camera', 'And then everybody laughs'],
    toCode: 'Enter your code',
    intro:
      'We have photographed in schools around Boston for twenty years.\nEach child has as many minutes as it needs, and nobody has to say cheese.',
    promise: '<p>Not happy with a picture? <strong>We take it again</strong>, at no cost.</p>',
    alt: 'Two children laughing, cheek to cheek',
    rich: '<h2>How it works</h2><ol><li>We come to your school.</li><li>Your letter brings a code.</li><li>You choose in peace, at home.</li></ol><blockquote>The first school picture that grandmother framed.</blockquote><p>Questions? <a href="/contact-us">Write to us</a>.</p>',
  },
  es: {
    title: 'Retratos que se parecen a su hijo',
    slides: ['Dos minutos ante la cámara', 'Y entonces todos se ríen'],
    toCode: 'Introducir su código',
    intro:
      'Fotografiamos en escuelas de los alrededores de Boston desde hace veinte años.\nCada niño tiene los minutos que necesita, y nadie tiene que decir patata.',
    promise: '<p>¿No le gusta una foto? <strong>La repetimos</strong> sin coste.</p>',
    alt: 'Dos niños riendo, mejilla con mejilla',
    rich: '<h2>Cómo funciona</h2><ol><li>Vamos a su escuela.</li><li>La carta trae un código.</li><li>Usted elige con calma, en casa.</li></ol><p>¿Preguntas? <a href="/contact-us">Escríbanos</a>.</p>',
  },
  de: {
    title: 'Porträts, die Ihrem Kind ähnlich sehen',
    slides: ['Zwei Minuten vor der Kamera', 'Und dann lachen alle'],
    toCode: 'Code eingeben',
    intro:
      'Seit zwanzig Jahren fotografieren wir in Schulen rund um Boston.\nJedes Kind hat so viele Minuten, wie es braucht, und niemand muss Spaghetti sagen.',
    promise: '<p>Ein Bild gefällt Ihnen nicht? <strong>Wir machen es noch einmal</strong>, kostenlos.</p>',
    alt: 'Zwei lachende Kinder, Wange an Wange',
    rich: '<h2>So geht es</h2><ol><li>Wir kommen in Ihre Schule.</li><li>Der Brief bringt einen Code.</li><li>Sie wählen in Ruhe zu Hause.</li></ol><p>Fragen? <a href="/contact-us">Schreiben Sie uns</a>.</p>',
  },
}

const nordlys: Record<string, Words> = {
  nb: {
    title: 'Om Nordlys Skolefoto',
    slides: ['God tid til hvert barn', 'Lys fra nord'],
    toCode: 'Skriv inn koden',
    intro: 'Vi fotograferer i skoler og barnehager i hele Nord-Norge.\nHvert barn får den tiden det trenger.',
    promise: '<p>Ikke fornøyd? <strong>Vi tar bildet på nytt</strong>, uten kostnad.</p>',
    alt: 'To barn som ler, kinn mot kinn',
    rich: '<h2>Slik gjør vi det</h2><ol><li>Vi kommer til skolen.</li><li>Brevet har en kode.</li><li>Du velger hjemme, i ro og mak.</li></ol><p>Spørsmål? <a href="/contact-us">Skriv til oss</a>.</p>',
  },
  sv: {
    title: 'Om Nordlys Skolefoto',
    slides: ['Gott om tid för varje barn', 'Ljus från norr'],
    toCode: 'Ange koden',
    intro: 'Vi fotograferar i skolor och förskolor i hela Nordnorge.\nVarje barn får den tid det behöver.',
    promise: '<p>Inte nöjd? <strong>Vi tar om bilden</strong> utan kostnad.</p>',
    alt: 'Två barn som skrattar, kind mot kind',
    rich: '<h2>Så går det till</h2><ol><li>Vi kommer till skolan.</li><li>Brevet har en kod.</li><li>Du väljer hemma, i lugn och ro.</li></ol><p>Frågor? <a href="/contact-us">Skriv till oss</a>.</p>',
  },
  da: {
    title: 'Om Nordlys Skolefoto',
    slides: ['God tid til hvert barn', 'Lys fra nord'],
    toCode: 'Indtast koden',
    intro: 'Vi fotograferer i skoler og børnehaver i hele Nordnorge.\nHvert barn får den tid, det har brug for.',
    promise: '<p>Ikke tilfreds? <strong>Vi tager billedet om</strong> uden beregning.</p>',
    alt: 'To børn, der ler, kind mod kind',
    rich: '<h2>Sådan foregår det</h2><ol><li>Vi kommer til skolen.</li><li>Brevet har en kode.</li><li>Du vælger hjemme i ro og mag.</li></ol><p>Spørgsmål? <a href="/contact-us">Skriv til os</a>.</p>',
  },
  en: {
    title: 'About Nordlys Skolefoto',
    slides: ['Time for each child', 'Light from the north'],
    toCode: 'Enter your code',
    intro: 'We photograph in schools and kindergartens all over Northern Norway.\nEach child has the time it needs.',
    promise: '<p>Not happy? <strong>We take the picture again</strong>, at no cost.</p>',
    alt: 'Two children laughing, cheek to cheek',
    rich: '<h2>How it works</h2><ol><li>We come to the school.</li><li>The letter has a code.</li><li>You choose at home, in peace.</li></ol><p>Questions? <a href="/contact-us">Write to us</a>.</p>',
  },
}
