/**
 * A season of school photography as it really happens: who is in which photograph, and what the school's lists and the photographer's
 * folders say about it, with every kind of fault. It knows the truth, and imports nothing.
 */

export type SeasonPerson = {
  /** Who it is. Nothing that the shop reads contains it. */
  id: string
  name: string
  group: string
  key: string
  /** On the letter; the person's family alone has it. */
  code: string
}

/** Who is in a photograph: people, everybody of a class, or nobody because it is damaged. */
export type SeasonTruth = { people: string[] } | { group: string } | null

export type SeasonFile = {
  path: string
  /** The same content has the same number. */
  content: number
  truth: SeasonTruth
  /** The first list said that it is this person. */
  wronglyOf?: string
  /** Whose it is cannot be decided yet: nobody sees it. */
  isOpen?: true
}

/** What a list must be answered with: a file, or the name in a line of the list, and a part of the text. */
export type SeasonException = { place: string; text: string }

/** A list and all files of the folder, as the school and the photographer hand them over. */
export type SeasonDelivery = {
  roster: string
  files: SeasonFile[]
  people: SeasonPerson[]
  /** People whose keys the list exchanges: what the keys in the names of files say of them may be of either. */
  exchanged: string[]
  exceptions: SeasonException[]
}

export type SeasonJob = { name: string; first: SeasonDelivery; withdrawn: string; second: SeasonDelivery }

const CLASSES = ['1A', '1B', '2A', '2B']
const SYLLABLES = ['ba', 'du', 'fe', 'gi', 'ho', 'ka', 'lu', 'me', 'ni', 'po', 'ra', 'su', 'te', 'vi', 'wo', 'zy']

/** The faults need this many people. */
export const MIN_PEOPLE = 24

/** One job of the season. The same numbers make the same job; `contents` numbers the photographs of the whole season. */
export function makeSeasonJob(
  number: number,
  size: { people: number; shots: number },
  contents: () => number,
): SeasonJob {
  const random = randomNumbers(number)
  const people = makePeople(number, size.people, random)
  const take = (path: string, truth: SeasonTruth): SeasonFile => ({ path, content: contents(), truth })
  const files: SeasonFile[] = []
  const named = new Map<string, string[]>()
  for (const person of people) {
    for (let shot = 0; shot < size.shots; shot++) {
      const file = take(wayTo(person, shot, random), { people: [person.id] })
      files.push(file)
      if (file.path.startsWith('camera/')) named.set(person.id, [...(named.get(person.id) ?? []), file.path.slice(7)])
    }
  }
  for (const group of CLASSES) files.push(take(`_group/${group}/class.jpg`, { group }))
  const first = withFaults({ people, files, named, take })
  return { name: `Season ${number}`, ...first, second: correct(first, { number, take }) }
}

type First = { first: SeasonDelivery; withdrawn: string; named: Map<string, string[]>; cast: Cast }

/** Those to whom the faults happen: each of them is somebody else. */
type Cast = Record<
  | 'siblingOne'
  | 'siblingTwo'
  | 'copied'
  | 'other'
  | 'namesakeOne'
  | 'namesakeTwo'
  | 'misplaced'
  | 'spelled'
  | 'doubled'
  | 'swappedOne'
  | 'swappedTwo'
  | 'short'
  | 'long'
  | 'renumbered'
  | 'exchangedOne'
  | 'exchangedTwo'
  | 'gone'
  | 'moving'
  | 'corrected'
  | 'withdrawn',
  SeasonPerson
>

function castOf(people: SeasonPerson[]): Cast {
  // The faults of a class need somebody of that class: people of the first two classes follow each other in turns of four.
  const [a, b, c, d] = CLASSES.map((group) => people.filter((each) => each.group === group)) as [
    SeasonPerson[],
    SeasonPerson[],
    SeasonPerson[],
    SeasonPerson[],
  ]
  const cast = {
    siblingOne: a[0],
    siblingTwo: c[0],
    copied: b[0],
    other: d[0],
    namesakeOne: a[1],
    namesakeTwo: b[1],
    misplaced: a[2],
    spelled: a[3],
    doubled: c[1],
    swappedOne: c[2],
    swappedTwo: c[3],
    short: d[1],
    long: d[2],
    renumbered: b[2],
    exchangedOne: c[4],
    exchangedTwo: d[3],
    gone: a[4],
    moving: b[3],
    corrected: b[4],
    withdrawn: d[4],
  }
  return cast as Cast
}

type Making = {
  people: SeasonPerson[]
  files: SeasonFile[]
  named: Map<string, string[]>
  take: (path: string, truth: SeasonTruth) => SeasonFile
}

function withFaults({ people, files, named, take }: Making): First {
  const cast = castOf(people)
  const exceptions: SeasonException[] = []
  const add = (file: SeasonFile, text?: string) => {
    files.push(file)
    if (text !== undefined) exceptions.push({ place: file.path, text })
  }
  cast.namesakeTwo.name = cast.namesakeOne.name
  cast.long.key = `${cast.short.key}-3`
  for (const file of files)
    if (file.truth && 'people' in file.truth && file.truth.people[0] === cast.long.id)
      file.path = `${cast.long.key}/own ${file.content}.jpg`
  for (const who of [cast.long, cast.namesakeOne, cast.namesakeTwo]) named.delete(who.id)
  for (const who of [cast.namesakeOne, cast.namesakeTwo])
    for (const file of files)
      if (file.truth && 'people' in file.truth && file.truth.people[0] === who.id)
        file.path = `${who.key}_own ${file.content}.jpg`

  add(take('strays/DSC_0001.jpg', { people: [cast.other.id] }), 'does not belong to any row')
  const siblings = take(`${cast.siblingOne.key}/together.jpg`, { people: [cast.siblingOne.id, cast.siblingTwo.id] })
  add(siblings, 'the same picture is')
  add({ ...siblings, path: `${cast.siblingTwo.key}/together.jpg` })
  const once = take(`${cast.copied.key}/once.jpg`, { people: [cast.copied.id] })
  add(once, 'the same picture is')
  add({ ...once, path: `${cast.other.key}/once.jpg` })
  add(take(`${cast.namesakeOne.name}/which.jpg`, { people: [cast.namesakeTwo.id] }), 'its folder has the name of')
  add(
    take(`${cast.other.group}/${cast.misplaced.key}_odd.jpg`, { people: [cast.other.id] }),
    'is in the folder of the group',
  )
  add(take(`${cast.moving.key}_broken.jpg`, null), 'damaged or truncated')
  const uncertain = take(`${cast.doubled.key}_uncertain.jpg`, { people: [cast.doubled.id] })
  add(uncertain, 'several lines of the roster have this key')
  const [one, two] = [cast.swappedOne, cast.swappedTwo]
  add({ ...take('camera/swap 1.jpg', { people: [two.id] }), wronglyOf: one.id })
  add({ ...take('camera/swap 2.jpg', { people: [one.id] }), wronglyOf: two.id })
  const wrong = new Map(named)
  wrong.set(one.id, [...(named.get(one.id) ?? []), 'swap 1.jpg'])
  wrong.set(two.id, [...(named.get(two.id) ?? []), 'swap 2.jpg'])
  named.set(one.id, [...(named.get(one.id) ?? []), 'swap 2.jpg'])
  named.set(two.id, [...(named.get(two.id) ?? []), 'swap 1.jpg'])

  const spelled = { ...cast.spelled, group: '1 A' }
  const listed = people.map((each) => (each.id === spelled.id ? spelled : each))
  exceptions.push({ place: '1 A', text: 'names of groups differ only in how they are written' })
  exceptions.push({ place: 'Doubled Entry', text: `has the key "${cast.doubled.key}" of line` })
  const doubled = [{ ...cast.doubled, id: 'nobody', name: 'Doubled Entry', code: '' }]
  const roster = rosterText([...listed, ...doubled], wrong, { codes: true })
  const first = { roster, files, people: listed, exchanged: [], exceptions }
  return { first, withdrawn: cast.withdrawn.id, named, cast }
}

/** The list as the school hands it in for the second day: corrected, and with faults of its own. */
function correct(
  { first, named, cast }: First,
  { number, take }: { number: number; take: Making['take'] },
): SeasonDelivery {
  const files = [...first.files]
  const exceptions: SeasonException[] = []
  const changes = new Map<string, Partial<SeasonPerson>>([
    [cast.spelled.id, { group: cast.spelled.group }],
    [cast.renumbered.id, { key: `9${cast.renumbered.key}` }],
    [cast.exchangedOne.id, { key: cast.exchangedTwo.key }],
    [cast.exchangedTwo.id, { key: cast.exchangedOne.key }],
    [cast.moving.id, { group: '2A' }],
    [cast.corrected.id, { name: `${cast.corrected.name}s` }],
  ])
  const left = new Set([cast.long.id, cast.gone.id])
  const listed = first.people.filter(({ id }) => !left.has(id)).map((each) => ({ ...each, ...changes.get(each.id) }))
  const base = 8_000_000 + number * 10
  const arrived: SeasonPerson[] = [
    { id: `${number} new`, name: 'Quite Newcomer', group: '2B', key: `${base}`, code: '' },
    { id: `${number} same name`, name: cast.gone.name, group: '2B', key: `${base + 1}`, code: '' },
  ]
  const people = [...listed, ...arrived]
  const add = (path: string, id: string, text?: string, isOpen?: true) => {
    files.push({ ...take(path, { people: [id] }), ...(isOpen && { isOpen }) })
    if (text !== undefined) exceptions.push({ place: path, text })
  }
  add(`${cast.long.key}-b.jpg`, cast.long.id, 'its name begins with the keys')
  add(`${cast.gone.key}_again.jpg`, cast.gone.id, 'who is not on this roster')
  add(`9${cast.renumbered.key}_again.jpg`, cast.renumbered.id)
  add(`${cast.exchangedOne.key}_again.jpg`, cast.exchangedTwo.id, 'about whom a decision is needed', true)
  add(`${base}_1.jpg`, `${number} new`)
  add(`${base + 1}_1.jpg`, `${number} same name`)
  for (const who of [cast.exchangedOne, cast.exchangedTwo])
    exceptions.push({ place: who.name, text: 'with which the job contains' })
  exceptions.push({ place: cast.renumbered.name, text: 'may be' }, { place: cast.gone.name, text: 'may be' })
  exceptions.push({ place: 'camera/swap 1.jpg', text: 'is already a picture of' })
  exceptions.push({ place: 'camera/swap 2.jpg', text: 'is already a picture of' })
  const roster = rosterText(people, named, { codes: number % 2 === 0 })
  return { roster, files, people, exchanged: [cast.exchangedOne.id, cast.exchangedTwo.id], exceptions }
}

function makePeople(number: number, count: number, random: () => number): SeasonPerson[] {
  const names = new Set<string>()
  return Array.from({ length: Math.max(count, MIN_PEOPLE) }, (_, at) => {
    let name = makeName(random)
    while (names.has(name)) name = makeName(random)
    names.add(name)
    const key = String(number * 100_000 + 1000 + at)
    const code = `S${number}Q${at}`.padEnd(10, 'X')
    return { id: `${number} ${at}`, name, group: CLASSES[at % CLASSES.length] as string, key, code }
  })
}

function makeName(random: () => number): string {
  const word = () => {
    const text = Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return `${word()} ${word()}`
}

/** One of the ways in which photographers name what they take. */
function wayTo({ key, name, group }: SeasonPerson, shot: number, random: () => number): string {
  const ways = [
    `${key}_${shot}.jpg`,
    `sorted/${key}/${shot}.jpg`,
    `${group}/${name}/${shot}.jpg`,
    `camera/${key} ${shot}.jpg`,
  ]
  return ways[Math.floor(random() * ways.length)] as string
}

function rosterText(
  people: readonly SeasonPerson[],
  named: ReadonlyMap<string, string[]>,
  { codes }: { codes: boolean },
): string {
  const lines = people.map(({ id, key, name, group, code }) =>
    [key, name, group, codes ? code : '', (named.get(id) ?? []).join('|')].join(';'),
  )
  return ['key;name;group;code;files', ...lines, ''].join('\n')
}

/** Who sees a photograph if all is told rightly: of the people of a list, by the class that it says. */
export function isOf(truth: SeasonTruth, person: SeasonPerson): boolean {
  if (truth === null) return false
  return 'people' in truth ? truth.people.includes(person.id) : truth.group === person.group
}

/** Numbers between 0 and 1 that are always the same. */
function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
