import { expect, it } from 'vitest'
import { readRoster } from './readRoster.ts'

const read = (text: string, options = {}) => {
  const { rows, problems, notes } = readRoster(Buffer.from(text), 'GB', options)
  return {
    emails: rows.flatMap(({ emails }) => emails),
    problems: problems.map(({ text: problem }) => problem),
    notes,
  }
}

const listed = (header: string, answer: string) =>
  `(Ada Ek) says "${header}: ${answer}", which an import does not decide: withdraw the child, or record the answer with "jobs consent", before you publish`

it.each([
  ['Photo consent', 'No', 'Yes'],
  ['Photography Permission', 'only for the yearbook', 'y'],
  ['PhotoRelease', '0', '1'],
  ['Photo/Video Release', 'N', 'Y'],
  ['Consent - school photographs', 'no', 'yes'],
  ['Samtycke till publicering av bild', 'nej', 'ja'],
  ['Consent to photographs', 'withdrawn', 'true'],
  ['Fotosamtycke', 'Nej', 'Ja'],
  ['Samtykke til fotografering', 'Nei', 'Ja'],
  ['Fototilladelse', 'nej', 'ja'],
  ['Fotoerlaubnis liegt vor', 'nein', 'ja'],
  ['Autorización de imagen', 'NO', 'SÍ'],
  ['Kuvauslupa', 'ei', 'kyllä'],
  ['Toestemming foto’s', 'nee', 'ja'],
  ['Zgoda na wizerunek', 'nie', 'tak'],
  ['No photos', 'x', ''],
  ['Photo opt-out', 'Y', 'N'],
  ['Comments', 'please do not photograph', 'late bus'],
  ['Anmärkning', 'Får ej fotograferas', 'Nötter'],
  ['Photo consent', 'unknown', ''],
])('a line in which a family may refuse pictures is listed: %s: %s', (header, refused, agreed) => {
  for (const own of ['Student Number,Name,Class,Email', 'key,name,group,email']) {
    const { problems, notes } = read(
      `${own},${header}\n1,Ada Ek,4A,a@example.com,${refused}\n2,Bo Lind,4A,b@example.com,${agreed}\n`,
    )
    expect(problems.filter((each) => each.includes('jobs consent'))).toEqual([listed(header, refused)])
    if (!['Comments', 'Anmärkning'].includes(header)) expect(notes.join()).not.toContain('unused')
  }
})

it('it takes no address: the family is still reached', () => {
  expect(read('Student Number,Name,Class,Email,Photo consent\n1,Ada Ek,4A,a@example.com,No\n').emails).toEqual([
    'a@example.com',
  ])
})

it('an order in the words of its answer counts as everywhere', () => {
  const { emails } = read(
    'Student Number,Name,Class,Email,Photo consent\n1,Ada Ek,4A,a@example.com,no contact with father\n',
  )
  expect(emails).toEqual([])
})

it('a column that was unused last year is read, and one that is left out by hand is not', () => {
  const list = 'Student Number,Name,Class,Email,Photo consent\n1,Ada Ek,4A,a@example.com,No\n'
  expect(read(list, { columns: { 'Photo consent': 'unused' } }).problems).toEqual([listed('Photo consent', 'No')])
  expect(read(list, { columns: { 'Photo consent': 'none' } }).problems).toEqual([])
})

it.each([
  ['Photo', 'anna.jpg'],
  ['Photographer', 'No 4 Studios'],
  ['School photo date', '3 Sept'],
])('other columns about pictures say nothing: %s', (header, cell) => {
  const { problems } = read(`Student Number,Name,Class,Email,${header}\n1,Ada Ek,4A,a@example.com,${cell}\n`)
  expect(problems.filter((each) => each.includes('jobs consent'))).toEqual([])
})
