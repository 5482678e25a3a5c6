import { expect, it } from 'vitest'
import { readRoster } from './readRoster.ts'

const read = (text: string, options = {}) => {
  const { rows, problems } = readRoster(Buffer.from(text), 'GB', options)
  return { emails: rows.map(({ emails }) => emails), problems: problems.map(({ text: problem }) => problem) }
}

it.each([
  ['Comments', 'no contact with father'],
  ['Comments', 'Sekretessmarkerad'],
  ['Contact 2 Notes', 'DO NOT CONTACT - court order'],
  ['Contact 2 Relation', 'Father (no contact)'],
  ['Allergier', 'Nötter. Pappan har besöksförbud!'],
  ['Bemerkungen', 'Auskunftssperre'],
  ['Lives with', 'Mother only (see file)'],
  ['Contact 2 Relation', 'Father - supervised only'],
  ['Bor hos', 'endast mamma'],
  ['Wohnt bei', 'nur bei der Mutter'],
])('an order in the words of a note is seen: %s: %s', (header, note) => {
  const { emails, problems } = read(
    `Student Number,Name,Class,Contact 2 Email,${header}\n1,Ada Ek,4A,d@example.com,${note}\n2,Bo Lind,4A,e@example.com,late bus\n`,
  )

  expect(emails).toEqual([[], ['e@example.com']])
  expect(problems).toEqual([`(Ada Ek) says "${header}: ${note}": the addresses and numbers of this line were not read`])
})

it.each([
  ['name,group,email,notes', 'Ada Ek,4A,a@example.com,do not contact father', 'notes'],
  ['Student Number,Name,Class,Email', '1,Ada Ek (skyddad identitet),4A,a@example.com', 'Name'],
  ['Student Number,Name,Class,Guardian,Guardian Email', '1,Ada Ek,4A,Dan Ek - no contact,a@example.com', 'Guardian'],
  ['Student Number,Name,Class,Email,', '1,Ada Ek,4A,a@example.com,court order', 'column 5'],
])('it is seen in every column of words: %s', (header, line, column) => {
  const { emails, problems } = read(`${header}\n${line}\n`)
  expect(emails).toEqual([[]])
  expect(problems).toEqual([expect.stringContaining(`says "${column}: `)])
})

it('a column may be left out by hand', () => {
  const list = 'Student Number,Name,Class,Email,Street\n1,Ada Ek,4A,a@example.com,An der Talsperre 4\n'
  expect(read(list).emails).toEqual([[]])
  expect(read(list, { columns: { Street: 'none' } })).toEqual({ emails: [['a@example.com']], problems: [] })
})

it.each([
  ['Custody notes', 'NO CONTACT WITH FATHER'],
  ['Custody notes', 'weekends only'],
  ['Court Order', 'Y'],
  ['Comments', 'no contact with father'],
])('a column that is unused by hand still says whom not to reach: %s: %s', (header, note) => {
  const lists = [
    `Vem;Avd;Mail;${header}\nAnna Alm;4A;a@example.com;${note}\n`,
    `name;group;email;${header}\nAnna Alm;4A;a@example.com;${note}\n`,
  ]
  for (const [at, list] of lists.entries()) {
    const columns = { ...(at === 0 && { Vem: 'name', Avd: 'group', Mail: 'email' }), [header]: 'unused' }
    expect(read(list, { columns })).toEqual({
      emails: [[]],
      problems: [expect.stringContaining(`"${header}: ${note}"`)],
    })
  }
})

it('what a column contains that is unused by hand is not read otherwise', () => {
  const list = 'Vem;Email\nAnna Alm;a@example.com\n'
  expect(read(list, { columns: { Vem: 'name', Email: 'unused' } }).emails).toEqual([[]])
})

it('a name that is also a word for what an adult may do is a name', () => {
  expect(read('Student Number,Name,Class,Email\n1,Custodia Ruiz,4A,a@example.com\n').emails).toEqual([
    ['a@example.com'],
  ])
})
