import { expect, it } from 'vitest'
import { meaningOf } from './headerMeaning.ts'
import { readRoster } from './readRoster.ts'

const HEADER = 'Surname,Forename,UPN,Reg Group,Guardian 1 Email,Guardian 2,Guardian 2 Email,Guardian 2 Phone'
const LINE = 'Berg,Anna,17,4A,maja@example.org,Dan Berg,dan@example.org,+447911123456'

/** One child with two guardians, and a column more. */
function readWith(header: string, cell: string) {
  const { rows, problems } = readRoster(Buffer.from(`${HEADER},${header}\n${LINE},${cell}`), 'GB')
  const [row] = rows
  return { emails: row?.emails, phone: row?.phone, problems: problems.map(({ text }) => text) }
}

const nothingOf = (header: string, cell: string) => ({
  emails: [],
  phone: null,
  problems: [`(Anna Berg) says "${header}: ${cell}": the addresses and numbers of this line were not read`],
})
const EVERYTHING = { emails: ['maja@example.org', 'dan@example.org'], phone: '+447911123456', problems: [] }

it.each([
  ['Guardian 2 Court Order', 'Y'],
  ['Father rights', 'terminated'],
  ['Lives with', 'Mother only (see file)'],
  ['Guardian 2: Court Order', 'Yes'],
  ['Guardian 2 Parental Responsibility', 'No'],
  ['Parental Responsibility (G2)', 'No'],
  ['Father Has Parental Responsibility', 'No'],
  ['Guardian 2 No Contact', 'x'],
  ['No contact: guardian 2', '1'],
  ['G2 Legal Alert', 'see file'],
  ['Contact Restriction (G2)', 'Dan Berg'],
  ['Has Court Order', 'Y'],
  ['COURTORDER', 'Y'],
  ['Court Order 2', 'Y'],
  ['Court order expiry date', '2027-01-01'],
  ['Vårdnadshavare 2 vårdnad', 'Nej'],
  ['VH2 skyddad identitet', 'Ja'],
  ['Foresatt 2 foreldreansvar', 'Nei'],
  ['Far kontaktforbud', 'Ja'],
  ['Forældremyndighed (far)', 'Nej'],
  ['Elternteil 2 sorgeberechtigt', 'nein'],
  ['Kontaktverbot Vater', 'ja'],
  ['Padre: orden de alejamiento', 'Sí'],
  ['Patria potestad del padre', 'No'],
  ['Isän huoltajuus', 'ei'],
  ['Isä lähestymiskielto', 'kyllä'],
  ['Ouder 2 ouderlijk gezag', 'nee'],
  ['Contactverbod vader', 'ja'],
  ['Władza rodzicielska ojca', 'nie'],
  ['Opiekun 2 zakaz kontaktów', 'tak'],
])('an order about one guardian, or that they do not decide for the child, is found: %s', (header, cell) => {
  expect(readWith(header, cell)).toEqual(nothingOf(header, cell))
})

it.each([
  ['Sekretessmarkerad', 'Ja'],
  ['Skyddad folkbokföring', 'x'],
  ['Hemlig adress', 'Ja'],
  ['Umgängesförbud', 'J'],
  ['VH2 får ej kontaktas', 'Ja'],
  ['Kode 6', 'Ja'],
  ['Kode 6/7', '6'],
  ['Kode 7', 'X'],
  ['Gradering', 'Strengt fortrolig'],
  ['Tilhold', 'Ja'],
  ['Samværsforbud', 'ja'],
  ['Besøksforbud', '1'],
  ['Beskyttede oplysninger', 'Ja'],
  ['Besuchsverbot', 'ja'],
  ['Auskunftssperre', 'liegt vor'],
  ['Umgangsverbot Vater', 'Ja'],
  ['Turvakielto', 'Kyllä'],
  ['Äiti: tapaamiskielto', 'kyllä'],
  ['Bezoekverbod', 'ja'],
  ['Afgeschermd adres', 'Ja'],
  ['Zakaz zbliżania', 'tak'],
  ['Adres zastrzeżony', 'TAK'],
  ['Prohibición de visitas', 'Sí'],
  ['Domicilio protegido', 'sí'],
  ['Non-molestation order', 'Y'],
  ['Injunction', 'in force'],
  ['DO NOT EMAIL', 'x'],
  ['Guardian 2 No Email', 'Y'],
  ['Access restricted', 'Y'],
  ['Legal flag', 'true'],
  ['Receives Mail', 'No'],
  ['Guardian 2 Receives Mail', 'N'],
  ['Custodial', 'N'],
  ['Father_Custodial', 'No'],
  ['Legal Guardian', 'No'],
  ['Umgängesrätt', 'Nej'],
  ['Umgangsrecht', 'Nein'],
  ['Mottar post', 'Nei'],
])(
  'a word for an adult who must not be reached is found in every language, also within another word: %s',
  (header, cell) => {
    expect(readWith(header, cell)).toEqual(nothingOf(header, cell))
  },
)

it.each([
  ['Ensam vårdnad', 'Ja'],
  ['Ensamvårdnad', 'Ja'],
  ['Ensamvårdnadshavare', 'Mamma'],
  ['VH1 enskild vårdnad', 'Nej'],
  ['Vårdnadsform', 'Delad'],
  ['Eneforeldreansvar', 'Ja'],
  ['Aleneomsorg', 'Mor'],
  ['Aleneforelder', 'ja'],
  ['Eneforældremyndighed', 'Ja'],
  ['Fælles forældremyndighed', 'Nej'],
  ['Alleinsorgeberechtigt', 'ja'],
  ['Elternteil 1 alleinsorgeberechtigt', 'ja'],
  ['Alleinsorge', 'Mutter'],
  ['Alleiniges Sorgerecht', 'Mutter'],
  ['Sorgerechtsregelung', 'siehe Akte'],
  ['Alleinerziehend', 'Ja'],
  ['Yksinhuoltaja', 'kyllä'],
  ['Yksinhuoltajuus', 'Äiti'],
  ['Huoltomuoto', 'Yksin'],
  ['Eenoudergezag', 'moeder'],
  ['Eenhoofdig gezag', 'ja'],
  ['Gezagsverhouding', 'zie dossier'],
  ['Voogdij', 'ja'],
])('who alone decides for the child answers nothing about the others, also within another word: %s', (header, cell) => {
  expect(readWith(header, cell)).toEqual(nothingOf(header, cell))
  expect(readWith(header, '')).toEqual(EVERYTHING)
})

it.each([
  ['Skyddat boende', 'Ja'],
  ['Adresskydd', 'x'],
  ['Identitetsskydd', 'Ja'],
  ['Fingerade personuppgifter', 'Ja'],
  ['Sperret adresse', 'Ja'],
  ['Sperrede opplysninger', 'x'],
  ['Adresseskjerming', 'Ja'],
  ['Fiktiv identitet', 'Ja'],
  ['Trusselutsatt', 'Ja'],
  ['Adressebeskyttet', 'Ja'],
  ['Skjult adresse', 'ja'],
  ['Spærret adresse', 'ja'],
  ['Adresse gesperrt', 'ja'],
  ['Geschützte Adresse', 'x'],
  ['Schutzadresse', 'ja'],
  ['Identitätsschutz', 'ja'],
  ['Zeugenschutzprogramm', 'ja'],
  ['Osoitesuoja', 'kyllä'],
  ['Turvakiellossa', 'kyllä'],
  ['Salaiset yhteystiedot', 'x'],
  ['Turvakoti', 'kyllä'],
  ['Adresafscherming', 'ja'],
  ['Vertrouwelijk adres', 'ja'],
  ['Verstrekkingsbeperking', 'ja'],
  ['Schuiladres', 'x'],
])('a child whose identity or address is protected is found, also within another word: %s', (header, cell) => {
  expect(readWith(header, cell)).toEqual(nothingOf(header, cell))
})

it.each([
  ['Sekretessmarkerad', 'Nej'],
  ['Sperret adresse', 'Nei'],
  ['Spærret adresse', 'nej'],
  ['Osoitesuoja', 'ei'],
  ['Verstrekkingsbeperking', 'nee'],
  ['Gradering', 'Ugradert'],
  ['Tilhold', 'Nei'],
  ['Auskunftssperre', 'nein'],
  ['Turvakielto', 'ei'],
  ['Contactverbod', 'geen'],
  ['Zakaz kontaktu', 'brak'],
  ['Injunction', 'FALSE'],
  ['Receives Mail', 'Yes'],
  ['Custodial', ''],
  ['Umgängesrätt', 'Ja'],
])('a plain answer to the contrary lets the addresses be read: %s', (header, cell) => {
  expect(readWith(header, cell)).toEqual(EVERYTHING)
})

it('an answer below the header of an adult is not their name', () => {
  const read = (cell: string) => {
    const list = `Surname,Forename,Student Number,Contact Name,Contact Email,Legal Guardian\nBerg,Anna,17,Maja Berg,maja@example.org,${cell}`
    const { rows, problems } = readRoster(Buffer.from(list), 'US')
    return { guardians: rows[0]?.guardians?.map(({ name }) => name), problems: problems.length }
  }
  for (const cell of ['Yes', '-', 'none']) expect(read(cell)).toEqual({ guardians: ['Maja Berg'], problems: 0 })
  expect(read('No')).toEqual({ guardians: undefined, problems: 1 })
  expect(read('Dan Berg')).toEqual({ guardians: ['Maja Berg', 'Dan Berg'], problems: 0 })
})

it.each(['Dataskydd', 'Datenschutz', 'Tietosuoja', 'Vårdnadshavare 1', 'Sorgeberechtigter 2', 'Foresatt 1 adresse'])(
  'a header about privacy or an adult says nothing of the kind: %s',
  (header) => {
    expect(meaningOf(header)?.field ?? null).not.toEqual(expect.stringMatching(/restriction|custody/i))
  },
)

it.each(['Nombre contacto', 'Phone no. contact 1', 'Restriktionsfri dag', 'Kod 6', 'Receipt', 'Betyg'])(
  'a header with similar letters says nothing of the kind: %s',
  (header) => {
    expect(meaningOf(header)?.field ?? null).not.toEqual(expect.stringMatching(/restriction|custody/i))
  },
)

it.each(['Mother only', 'sole mother', 'No (court)', 'N/A', 'joint', '?', '-'])(
  'that a guardian decides for the child is said by a plain yes alone, not by: %s',
  (cell) => {
    for (const header of ['Custody', 'Parental Responsibility', 'Guardian 2 Custody'])
      expect(readWith(header, cell)).toEqual(nothingOf(header, cell))
  },
)

it.each(['Yes', 'y', 'Ja', 'J', 'si', 'Sí', 'SI\u0301', 'kyllä', 'tak', 'TRUE', '1', 'x', ''])(
  'a plain yes, or an empty cell, lets the addresses be read: %s',
  (cell) => {
    for (const header of ['Custody', 'Guardian 2 Parental Responsibility', 'Dad has custody'])
      expect(readWith(header, cell)).toEqual(EVERYTHING)
  },
)

it.each([
  ['Custody arrangement', 'No'],
  ['Delad vårdnad', 'Ja'],
  ['No parental responsibility', 'Yes'],
  ['No court order', 'No'],
  ['Court order or custody', 'No'],
])('if it is unclear what yes and no mean below a header, any answer forbids the addresses: %s', (header, cell) => {
  expect(readWith(header, cell)).toEqual(nothingOf(header, cell))
  expect(readWith(header, '')).toEqual(EVERYTHING)
})

it.each([
  ['Phone no. contact 1', { field: 'guardian', slot: '1', part: 'phone' }],
  ['Sorgeberechtigter 1 E-Mail', { field: 'guardian', slot: '1', part: 'email' }],
  ['Vårdnadshavare 1 e-post', { field: 'guardian', slot: '1', part: 'email' }],
  ['Guardian 2', { field: 'guardian', slot: '2', part: 'name' }],
])('a header about a guardian is nothing more: %s', (header, meaning) => {
  expect(meaningOf(header)).toEqual(meaning)
})

it('counts in a list of Portraitkit’s own columns as well, unless it is named as a column that is not read', () => {
  const list = Buffer.from('name,group,email,Has Court Order\nAnna Berg,4A,maja@example.org,Y\n')
  const { rows, problems } = readRoster(list, 'GB')
  expect(rows).toMatchObject([{ emails: [] }])
  expect(problems).toHaveLength(1)
  const withoutOrder = readRoster(list, 'GB', { columns: { 'Has Court Order': 'none' } })
  expect(withoutOrder).toMatchObject({ rows: [{ emails: ['maja@example.org'] }], problems: [] })
})

it('an order in the line of one guardian leaves what the line of the other one says', () => {
  const { rows, problems } = readRoster(
    Buffer.from(
      [
        'Surname,Forename,UPN,Reg Group,Contact Name,Contact Email,Custody',
        'Berg,Anna,17,4A,Maja Berg,maja@example.org,Yes',
        'Berg,Anna,17,4A,Dan Berg,dan@example.org,Mother only',
      ].join('\n'),
    ),
    'GB',
  )
  expect(rows).toMatchObject([{ emails: ['maja@example.org'] }])
  expect(problems).toMatchObject([{ line: 3 }])
})

it('a header that repeats such words without end is one restriction', () => {
  expect(meaningOf('court order '.repeat(100_000))).toEqual({ field: 'restriction' })
})
