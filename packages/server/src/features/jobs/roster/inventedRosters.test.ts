import { describe, expect, it } from 'vitest'
import { expectRoster, type RosterCase, rosterBytes } from '../../../testing/roster/rosterFiles.ts'
import { readRoster } from './readRoster.ts'

const swedish = [
  { ...person('Åsa', 'Öberg', 2), key: '4B / Åsa Öberg', group: '4B' },
  { ...person('Björn', 'Håkansson', 3), key: '4B / Björn Håkansson', group: '4B' },
  { ...person('Éva', 'Lind', 4), key: '4C / Éva Lind', group: '4C' },
]
const twoGuardians = {
  emails: ['ann@example.com', 'bo@example.com'],
  guardians: [
    { name: 'Ann Carter', emails: ['ann@example.com'] },
    { name: 'Bo Carter', emails: ['bo@example.com'] },
  ],
}

const CASES: Record<string, RosterCase> = {
  'own-commas.csv': {
    country: 'US',
    rows: [
      {
        line: 2,
        key: '1001',
        name: 'Emma Carter',
        group: '4B',
        code: 'MAPLE7',
        files: ['a.jpg', 'b.jpg'],
        favorite: 'b.jpg',
        emails: ['ann@example.com'],
      },
      // In a roster of this form a comma has always been part of the name.
      { line: 3, key: '1002', name: 'Hughes, Noah', group: '4B' },
    ],
  },
  'own-semicolons.csv': {
    country: 'NO',
    rows: [{ line: 2, key: '4B / Zoë Ødegård', name: 'Zoë Ødegård', group: '4B' }],
  },
  'swedish-windows.csv': { country: 'SE', rows: swedish, notes: ['read as Windows-1252'] },
  'swedish-mac.csv': { country: 'SE', rows: swedish, notes: ['read as Mac Roman'] },
  'norwegian-utf16.tsv': {
    country: 'NO',
    rows: [{ ...person('Øyvind', 'Bråten', 2), key: '7A / Øyvind Bråten', group: '7A', teacher: 'Kari Næss' }],
  },
  'danish-utf16-big.csv': {
    country: 'DK',
    rows: [
      {
        line: 2,
        key: '3.b / Søren Ægidius',
        name: 'Søren Ægidius',
        group: '3.b',
        emails: ['mor@example.dk', 'far@example.dk'],
        guardians: [{ emails: ['mor@example.dk'] }, { emails: ['far@example.dk'] }],
      },
    ],
  },
  'german-utf16-bare.csv': {
    country: 'DE',
    rows: [
      { ...person('Jörg', 'Müller', 2), key: '2a / Jörg Müller', group: '2a', teacher: 'Frau Groß' },
      { ...person('Anja', 'Köhler', 3), key: '2a / Anja Köhler', group: '2a', teacher: 'Frau Groß' },
    ],
    notes: ['read as UTF-16LE, which it does not state'],
  },
  'spanish-utf16-big-bare.csv': {
    country: 'ES',
    rows: [
      { ...person('Begoña', 'Muñoz Peña', 2), key: '3ºA / Begoña Muñoz Peña', group: '3ºA' },
      { ...person('Iñaki', 'García Díaz', 3), key: '3ºA / Iñaki García Díaz', group: '3ºA' },
    ],
    notes: ['read as UTF-16BE'],
  },
  'finnish-bars.txt': {
    country: 'FI',
    rows: [
      {
        ...person('Väinö', 'Mäkinen', 2),
        key: '6A / Väinö Mäkinen',
        group: '6A',
        emails: ['eka@example.fi', 'toka@example.fi'],
        guardians: [{ emails: ['eka@example.fi'] }, { emails: ['toka@example.fi'] }],
      },
    ],
  },
  'dutch-infix.csv': {
    country: 'NL',
    rows: [
      {
        ...person('Sanne', 'van den Berg', 2),
        key: '104501',
        group: '6B',
        emails: ['moeder@example.nl'],
        guardians: [{ emails: ['moeder@example.nl'] }],
      },
      { ...person('Daan', 'Jansen', 3), key: '104502', group: '6B' },
    ],
  },
  'polish-windows.csv': {
    country: 'PL',
    rows: [
      {
        ...person('Łucja', 'Wójcik', 2),
        key: '3A / Łucja Wójcik',
        group: '3A',
        emails: ['mama@example.pl'],
        guardians: [{ emails: ['mama@example.pl'] }],
      },
      { ...person('Michał', 'Żak', 3), key: '3A / Michał Żak', group: '3A' },
    ],
    notes: ['read as Windows-1250', 'PESEL', 'identity numbers'],
  },
  'separator-line.csv': {
    country: 'SE',
    rows: [
      { line: 3, key: '4B / Emma Andersson', name: 'Emma Andersson', group: '4B' },
      { line: 4, key: '4B / Nils Ek, Lund', name: 'Nils Ek, Lund', group: '4B' },
      { line: 5, key: '4C / Ida Holm', name: 'Ida Holm', group: '4C' },
    ],
    problems: [[4, 'has a comma in the name, which was left as it is']],
  },
  'titles-above.csv': {
    country: 'SE',
    rows: [{ ...person('Emma', 'Andersson', 5), key: '4B / Emma Andersson', group: '4B' }],
    notes: ['above the header in line 4'],
  },
  'last-name-first.csv': {
    country: 'SE',
    rows: [
      { ...person('Emma', 'Andersson', 2), key: '4B / Emma Andersson', group: '4B' },
      { ...person('Carl Johan', 'von Essen', 3), key: '4B / Carl Johan von Essen', group: '4B' },
      { line: 4, key: '4C / Madonna', name: 'Madonna', group: '4C' },
    ],
  },
  'guardians-in-columns.csv': {
    country: 'SE',
    rows: [
      {
        ...person('Emma', 'Andersson', 2),
        key: '17',
        group: '4B',
        emails: ['eva@example.se', 'per@example.se'],
        phone: '+46701740605',
        guardians: [
          { name: 'Eva Andersson', emails: ['eva@example.se'], phone: '+46701740605' },
          { name: 'Per Ek', emails: ['per@example.se'] },
        ],
      },
      { ...person('Nils', 'Ek', 3), key: '18', group: '4B' },
    ],
  },
  'guardians-in-lines.csv': {
    country: 'US',
    rows: [
      { ...person('Emma', 'Carter', 2), key: '9', group: '4B', ...twoGuardians },
      {
        ...person('Noah', 'Hughes', 4),
        key: '10',
        group: '4B',
        emails: ['mia@example.com'],
        guardians: [{ name: 'Mia Hughes', emails: ['mia@example.com'] }],
      },
    ],
    notes: ['unused columns: Relationship', 'of 1 person each guardian was in a line of its own'],
  },
  'guardians-in-lines-without-key.csv': {
    country: 'US',
    rows: [{ ...person('Emma', 'Carter', 2), key: '4B / Emma Carter', group: '4B', ...twoGuardians }],
    notes: ['unused columns: Date of birth', 'of 1 person each guardian was in a line of its own'],
  },
  'two-children-of-one-name.csv': {
    country: 'US',
    rows: [
      {
        ...person('Emma', 'Carter', 2),
        key: '4B / Emma Carter',
        group: '4B',
        emails: ['ann@example.com'],
        guardians: [{ emails: ['ann@example.com'] }],
      },
    ],
    problems: [[3, 'of line 2 and was left out; if they are two people, the roster needs a column with pupil numbers']],
    notes: ['unused columns: Date of birth'],
  },
  'bad-addresses.csv': {
    country: 'SE',
    rows: [
      { line: 2, key: '4B / Emma Ek', name: 'Emma Ek', group: '4B', emails: ['eva@example.se'] },
      { line: 3, key: '4B / Nils Berg', name: 'Nils Berg', group: '4B', emails: ['nils@example.se'] },
    ],
    problems: [
      [2, '"per@example", which is not a valid email address'],
      [3, '"okänd", which is not a valid email address'],
    ],
  },
  'personal-numbers-as-id.csv': {
    country: 'SE',
    rows: [
      { line: 2, key: '4B / Emma Ek', name: 'Emma Ek', group: '4B' },
      { line: 3, key: '4B / Nils Berg', name: 'Nils Berg', group: '4B' },
    ],
    notes: [
      'unused columns: Elev-ID',
      'the column "Elev-ID" contains personal identity numbers and was not read as key',
    ],
  },
  'number-in-class.csv': {
    country: 'NO',
    rows: [
      ...['Emma Ek', 'Nils Berg', 'Ida Lie', 'Per Moe'].map((name, at) => ({
        line: at + 2,
        key: `4A / ${name}`,
        name,
        group: '4A',
      })),
      ...['Siri Dahl', 'Ola Vik', 'Anna Foss', 'Jon Bø'].map((name, at) => ({
        line: at + 6,
        key: `4B / ${name}`,
        name,
        group: '4B',
      })),
    ],
    notes: ['unused columns: ID', '"ID" has the same value for different people'],
  },
  'no-header.csv': {
    country: 'US',
    rows: [
      { line: 1, key: '4001', name: 'Emma Carter', group: '4B', emails: ['ann@example.com'] },
      { line: 2, key: '4002', name: 'Noah Hughes', group: '4B', emails: ['mia@example.com'] },
      { line: 3, key: '4003', name: 'Ida Park', group: '4C' },
    ],
    notes: ['read by content: 1 as name, 2 as group, 3 as key, 4 as email'],
  },
  'unknown-words.csv': {
    country: 'IS',
    options: { columns: { Nafn: 'name', Bekkur: 'group', 'Netfang foreldris': 'guardian-email' } },
    rows: [
      {
        line: 2,
        key: '4. B / Sigríður Jónsdóttir',
        name: 'Sigríður Jónsdóttir',
        group: '4. B',
        emails: ['anna@example.is'],
        guardians: [{ emails: ['anna@example.is'] }],
      },
    ],
  },
  'several-pages.csv': {
    country: 'DK',
    rows: [
      { ...person('Ida', 'Holm', 2), key: '3B / Ida Holm', group: '3B' },
      { ...person('Bo', 'Lund', 4), key: '3B / Bo Lund', group: '3B' },
    ],
  },
  'whole-name-and-first.csv': {
    country: 'SE',
    rows: [
      { line: 2, key: '4B / Emma Andersson', name: 'Emma Andersson', firstName: 'Emma', group: '4B' },
      { line: 3, key: '4B / Nils Ek', name: 'Nils Ek', firstName: 'Nils', group: '4B' },
    ],
  },
}

function person(firstName: string, lastName: string, line: number) {
  return { line, name: `${firstName} ${lastName}`, firstName, lastName }
}

describe('an invented roster', () => {
  it.each(Object.keys(CASES))('is read: %s', (file) => {
    expectRoster(rosterBytes(file), CASES[file] as RosterCase)
  })
})

describe('what a roster does not say', () => {
  const read = (text: string, columns = {}) => readRoster(Buffer.from(text), 'SE', { columns })

  it('is not guessed: first and last names without a header', () => {
    expect(() => readRoster(rosterBytes('skola24-barn.csv'), 'SE')).toThrow(/columns 2, 4, 5 may be names.*--columns/)
    expect(() => readRoster(rosterBytes('schoolcomms-members.csv'), 'GB')).toThrow(/columns 2, 3 may be names/)
  })

  it('is said by name or number, and a wrong name is refused with the columns', () => {
    expect(read('Vem;Var\nEmma Ek;4B\n', { Vem: 'name', 2: 'group' }).rows).toMatchObject([
      { name: 'Emma Ek', group: '4B' },
    ])
    expect(() => read('Namn;Klass\nEmma Ek;4B\n', { Elev: 'name' })).toThrow(
      'the roster has no column "Elev"; its columns are Namn, Klass',
    )
    expect(() => read('Emma Ek;4B\n', { 3: 'group' })).toThrow('it has 2 columns without headers')
  })

  it('is said by hand before it is understood by itself', () => {
    const { rows } = read('Elev;Smeknamn;Klass;Lag\nEmma Ek;Emmi;4B;Röd\n', {
      Smeknamn: 'name',
      Lag: 'group',
      Klass: 'none',
    })
    expect(rows).toMatchObject([{ name: 'Emmi', group: 'Röd', key: 'Röd / Emmi' }])
  })

  it('is nothing else in a roster of the own form, whatever follows its header', () => {
    const { rows, notes } = read('name;shelf;remarks\nEmma Ek;Klass;Elev\n')
    expect(rows).toEqual([expect.objectContaining({ key: 'Emma Ek', name: 'Emma Ek', group: '' })])
    expect(notes.map(({ text }) => text)).toEqual(['unused columns: shelf, remarks'])
  })

  it('may be read in a roster of the own form by hand, which its note says', () => {
    const text = 'name,class,guardian 2 email\nEmma Carter,4B,ann@example.com\n'
    const { rows, notes } = read(text)
    expect(rows).toMatchObject([{ key: 'Emma Carter', group: '', emails: [] }])
    const [, option = ''] = /--columns "(.*)"/.exec(notes.at(-1)?.text ?? '') ?? []
    expect(option).toBe('class=group,guardian 2 email=guardian2-email')
    const columns = Object.fromEntries(option.split(',').map((part) => part.split('=')))
    expect(read(text, columns).rows).toMatchObject([{ key: '4B / Emma Carter', emails: ['ann@example.com'] }])
  })

  it('is never the identity number of a person, whoever calls it a key', () => {
    const text = (header: string) => `${header};Namn\n20140312-1237;Emma Ek\n20140805-2387;Nils Berg\n`
    expect(() => read(text('Nr'), { Nr: 'key' })).toThrow(/"Nr" contains personal identity numbers/)
    expect(() => read(text('key').replace('Namn', 'name'))).toThrow(/"key" contains personal identity numbers/)
    const { rows, notes } = read(text('Personnummer'))
    expect(JSON.stringify({ rows, notes })).not.toMatch(/20140312|20140805/)
  })
})
