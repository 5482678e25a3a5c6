import { describe, expect, it } from 'vitest'
import { RosterError } from '../roster.ts'
import { readRoster } from './readRoster.ts'

const read = (text: string, country = 'US') => readRoster(Buffer.from(text), country)

describe('a roster', () => {
  it('is read with its columns in any order and case', () => {
    const { rows, problems } = read('Group,CODE,name,Key,files\n4B,MAPLE7,Emma Carter,1001,a.jpg\n')
    expect(problems).toEqual([])
    expect(rows).toEqual([
      {
        line: 2,
        key: '1001',
        name: 'Emma Carter',
        group: '4B',
        code: 'MAPLE7',
        files: ['a.jpg'],
        favorite: null,
        emails: [],
        phone: null,
      },
    ])
  })

  const expected = { name: 'Zoë Åse, Ødegård', group: '4B' }
  it.each([
    ['commas', Buffer.from('name,group\n"Zoë Åse, Ødegård",4B\n')],
    ['semicolons', Buffer.from('name;group\r\nZoë Åse, Ødegård;4B\r\n')],
    ['tabs', Buffer.from('name\tgroup\nZoë Åse, Ødegård\t4B\n')],
    ['a BOM', Buffer.from('\uFEFFname;group\nZoë Åse, Ødegård;4B\n')],
    ['a line that names the separator', Buffer.from('sep=;\r\nname;group\r\nZoë Åse, Ødegård;4B\r\n')],
    ['UTF-16', Buffer.from('\uFEFFname\tgroup\r\nZoë Åse, Ødegård\t4B\r\n', 'utf16le')],
    ['Windows-1252', Buffer.from('name;group\r\nZo\xeb \xc5se, \xd8deg\xe5rd;4B\r\n', 'latin1')],
    ['accents in two pieces', Buffer.from('name;group\nZoe\u0308 A\u030Ase, Ødega\u030Ard;4B\n')],
    ['empty lines and lines of separators', Buffer.from('name;group\n\n;\nZoë Åse, Ødegård;4B\n;;\n')],
  ])('is read with %s', (_name, file) => {
    const { rows, problems } = readRoster(file, 'NO')
    expect(problems).toEqual([])
    expect(rows).toMatchObject([expected])
  })

  it('reports that an old encoding was guessed', () => {
    expect(readRoster(Buffer.from('name\nZo\xeb\n', 'latin1'), 'NO').notes[0]?.text).toContain('Windows-1252')
  })

  it('names several files and the cover among them', () => {
    const { rows } = read('name,files,favorite\nA,"a.jpg; b.jpg* |c.jpg",\nB,"d.jpg,e.jpg",e.jpg\n')
    expect(rows.map(({ files, favorite }) => [files, favorite])).toEqual([
      [['a.jpg', 'b.jpg', 'c.jpg'], 'b.jpg'],
      [['d.jpg', 'e.jpg'], 'e.jpg'],
    ])
  })

  it('generates a key from group and name if there is none', () => {
    expect(read('name,group\nEmma,4B\nEmma,4C\n').rows.map(({ key }) => key)).toEqual(['4B / Emma', '4C / Emma'])
  })

  it('normalises codes and telephone numbers', () => {
    const { rows } = readRoster(Buffer.from('name;code;phone;email\nIda;br-ee n8;912 34 567;Ida@Example.no\n'), 'NO')
    expect(rows[0]).toMatchObject({ code: 'BREEN8', phone: '+4791234567', emails: ['ida@example.no'] })
  })

  it('reads the addresses of both guardians, and the valid one of a cell with an invalid one', () => {
    const { rows, problems } = read(
      'name,email\nEmma,"Ann@example.com, bo@example.com"\nNoah,ann@example.com;ann@EXAMPLE.com\nMia,ann@example.com / nobody\nEve,to be asked\n',
    )
    expect(rows.map(({ emails }) => emails)).toEqual([
      ['ann@example.com', 'bo@example.com'],
      ['ann@example.com'],
      ['ann@example.com'],
      [],
    ])
    expect(problems.map(({ line, text }) => [line, text.match(/"(.*)"/)?.[1]])).toEqual([
      [4, 'nobody'],
      [5, 'to be asked'],
    ])
  })

  it('ignores what only looks like an address, or would start a second header line', () => {
    const { rows, problems } = read(
      'name,email\nEmma,"evil@example.com\r\nBcc: x@y.example"\nNoah,<b>@example.com\nMia,mia@example\nEve,eve@exa_mple.com\nIda,ida@example.com\n',
    )
    expect(rows.map(({ name, emails }) => [name, ...emails])).toEqual([
      ['Emma'],
      ['Noah'],
      ['Mia'],
      ['Eve'],
      ['Ida', 'ida@example.com'],
    ])
    expect(
      problems.map(({ line, text }) => [line, /which is not a valid email address and was left out$/.test(text)]),
    ).toEqual([4, 5, 6, 7].map((line) => [line, true]))
  })

  it('leaves out unusable rows, keeps the rest and names the line', () => {
    const { rows, problems } = read(
      'key,name,code,email,phone\n1,Ann,AB1,,\n2,,,,\n1,Bob,,,\n3,Cid,,nobody,12\n4,Dee,a/b/c/d,,\n5,Eve,,,,too,many\n6,Fay,,,\n',
    )
    expect(rows.map(({ name }) => name)).toEqual(['Ann', 'Cid', 'Dee', 'Fay'])
    expect(rows.every(({ code, emails, phone }) => code === null && emails.length === 0 && phone === null)).toBe(true)
    expect(problems.map(({ line }) => line).sort()).toEqual([2, 3, 4, 5, 5, 6, 7])
    expect(problems.map(({ text }) => text).join('\n')).toMatch(/fewer than the 6.*\n.*no name/)
  })

  it('reads names without what cannot be seen in them, and none that is only a sign', () => {
    const { rows, problems } = read('key,name\n1,An\u200bna\u00a0Berg\n2,-\n3,(Dee)\n4,4711\n')
    expect(rows.map(({ name }) => name)).toEqual(['Anna Berg', '(Dee)', '4711'])
    expect(problems).toEqual([{ line: 3, text: 'has the name "-" and was left out' }])
  })

  it('says of classes that they may be several, or a date', () => {
    const { notes } = read('key,name,group\n1,A,"4A, 4A-engelsk"\n2,B,04.feb\n3,C,Mai 26\n4,D,4. Klasse\n5,E,4A\n')
    expect(notes.map(({ text }) => text)).toEqual([
      'a cell with several classes was read as one class: "4A, 4A-engelsk"',
      expect.stringMatching(/^a class looks like a date: "04\.feb", "Mai 26"\. /),
    ])
  })

  it('says of somebody that the list calls them gone', () => {
    const { rows, problems } = read('Name;Class;Status\nAnna Berg;4A;Left\nBo Lind;4A;Enrolled\n')
    expect(rows).toHaveLength(2)
    expect(problems).toEqual([{ line: 2, text: '(Anna Berg) says "Status: Left", and was read as everybody else' }])
  })

  it('lists unknown columns', () => {
    expect(read('name,teacher\nA,B\n').notes[0]?.text).toBe('unused columns: teacher')
  })

  it.each([
    ['is empty', '', 'empty'],
    ['has no names', 'key,code\n1,MAPLE7\n', 'no column "name"'],
    ['has a repeated column', 'name,name\nA,B\n', '"name" twice'],
    ['has an unclosed quote', 'name,group\n"A,4B\n', 'not valid CSV'],
  ])('that %s is refused as a whole', (_name, text, message) => {
    expect(() => read(text)).toThrow(RosterError)
    expect(() => read(text)).toThrow(message)
  })
})

it('columns below a heading for each guardian are that guardian’s, though the heading stands above the first of them alone', () => {
  const { rows } = read(
    [
      'Elev;;;Vårdnadshavare 1;;Vårdnadshavare 2;',
      'Förnamn;Efternamn;Klass;Namn;E-post;Namn;E-post',
      'Anna;Berg;4A;Maja Berg;maja@example.org;Per Berg;per@example.org',
    ].join('\n'),
    'SE',
  )
  expect(rows).toMatchObject([
    {
      name: 'Anna Berg',
      group: '4A',
      emails: ['maja@example.org', 'per@example.org'],
      guardians: [
        { name: 'Maja Berg', emails: ['maja@example.org'] },
        { name: 'Per Berg', emails: ['per@example.org'] },
      ],
    },
  ])
})

it.each([
  ['Student and Parent Contact Report', 'Last Name,First Name,Student ID,Homeroom', 'Berg,Anna,17,4A'],
  ['Kontaktlista vårdnadshavare 4A', 'Last Name,First Name,Student ID,Homeroom', 'Berg,Anna,17,4A'],
])('a title with a word for parents directly above the header is a title: %s', (...lines) => {
  expect(read(lines.join('\n')).rows).toMatchObject([{ key: '17', name: 'Anna Berg', group: '4A' }])
})

it('a class, a number and a teacher to the right of the last guardian are the child’s', () => {
  const { rows } = read(
    [
      ';;Vårdnadshavare 1;;Vårdnadshavare 2;;;;',
      'Förnamn;Efternamn;Namn;E-post;Namn;E-post;Klass;Elevnummer;Mentor',
      'Anna;Berg;Maja Berg;maja@example.org;Per Berg;per@example.org;4A;17;Kim Lund',
    ].join('\n'),
    'SE',
  )
  expect(rows).toMatchObject([{ key: '17', name: 'Anna Berg', group: '4A', teacher: 'Kim Lund', guardians: [{}, {}] }])
})

it('addresses of somebody who must not be reached, or does not decide for the child, are not read, and the line is listed', () => {
  const { rows, problems } = read(
    [
      'Surname,Forename,UPN,Reg Group,Contact Name,Contact Email,Parental Responsibility,Court Order',
      'Berg,Anna,17,4A,Maja Berg,maja@example.org,Yes,',
      'Berg,Anna,17,4A,Dan Berg,dan@example.org,Yes,Yes - no contact',
      'Lind,Bo,18,4A,Eva Lind,eva@example.org,Yes,No',
      'Lind,Bo,18,4A,Pam Jones,pam@example.org,No,',
      'Moe,Cy,19,4A,Ida Moe,ida@example.org,No,',
    ].join('\n'),
    'GB',
  )
  expect(rows.map(({ name, emails }) => [name, emails])).toEqual([
    ['Anna Berg', ['maja@example.org']],
    ['Bo Lind', ['eva@example.org']],
    ['Cy Moe', []],
  ])
  expect(problems.map(({ line, text }) => `${line} ${text}`)).toEqual([
    '3 (Anna Berg) says "Court Order: Yes - no contact": the addresses and numbers of this line were not read',
    '5 (Bo Lind) says "Parental Responsibility: No": the addresses and numbers of this line were not read',
    '6 (Cy Moe) says "Parental Responsibility: No": the addresses and numbers of this line were not read',
  ])
})

it.each(['Total pupils: 24', 'Antall elever: 24', 'Printed 12/09/2026 10:14 by office'])(
  'a line below the list is not a person: %s',
  (text) => {
    const { rows, problems } = read(`Elevnummer;Namn;Klass\n1;Emma Total;4A\n;${text};\n`, 'SE')
    expect(rows.map(({ name }) => name)).toEqual(['Emma Total'])
    expect(problems).toMatchObject([
      { line: 3, text: `("${text}") is a sum or a note rather than a person and was left out` },
    ])
  },
)

describe('a line of a text with one cell', () => {
  const read = (...lines: string[]) => {
    const { rows, problems, notes } = readRoster(Buffer.from(lines.join('\n')), 'SE')
    const people = rows.map(({ name, group }) => `${name} (${group})`)
    return {
      people,
      problems: problems.map(({ line, text }) => `${line} ${text}`),
      notes: notes.map(({ text }) => text),
    }
  }

  it('is the class of those below it, in whichever column it stands', () => {
    const list = [
      'Namn;E-post',
      '4B;',
      'Emma Andersson;a@example.org',
      'Olof Ek;',
      'Klass 5A;',
      'Anna Lind;c@example.org',
    ]
    expect(read(...list)).toEqual({
      people: ['Emma Andersson (4B)', 'Olof Ek (4B)', 'Anna Lind (Klass 5A)'],
      problems: [],
      notes: ['headings between the lines were read as groups: 4B, Klass 5A'],
    })
    const numbered = ['Nr;Förnamn;Efternamn', '1;Emma;Andersson', '3-b;;', 'Nr;Förnamn;Efternamn', '1;Anna;Lind', '2;;']
    expect(read(...numbered)).toMatchObject({
      people: ['Emma Andersson ()', 'Anna Lind (3-b)'],
      problems: ['6 has no name and was left out'],
    })
  })

  it('is not the class of those who have one', () => {
    expect(read('Namn;Klass', '4B;', 'Emma Andersson;4B')).toMatchObject({
      people: ['Emma Andersson (4B)'],
      notes: ['headings between the lines were left out: 4B'],
    })
  })

  it('is listed if it may be a child as well as a heading', () => {
    const list = [
      'Namn;E-post',
      'Emma Andersson;a@example.org',
      'Gröna;',
      'Olof Ek;',
      'Emma 2;',
      'Anna Lind;c@example.org',
    ]
    const { people, problems } = read(...list)
    expect(people).toHaveLength(5)
    expect(problems).toEqual([
      expect.stringContaining('3 (Gröna) is alone in its line'),
      expect.stringContaining('5 (Emma 2) is alone in its line'),
    ])
    expect(read('Namn;Klass', 'Emma;', 'Nils;').problems).toEqual([])
  })

  it.each(['Totalt: 2;', 'Antal elever 2;', 'Yhteensä: 2;', 'Razem 2;', 'Summa;2', 'I alt: 2;', 'Insgesamt;2'])(
    'is not a person if it is a sum: %s',
    (line) => {
      const { people, problems } = read('Namn;Klass', 'Emma Andersson;4B', 'Olof Ek;4B', line)
      expect(people).toEqual(['Emma Andersson (4B)', 'Olof Ek (4B)'])
      expect(problems).toEqual([expect.stringContaining('is a sum or a note rather than a person and was left out')])
    },
  )

  it('is part of a name that is written in two lines', () => {
    const { rows } = readRoster(Buffer.from('Namn;Klass;Lärare\n"Emma\nAndersson";"4\r\nB";"Ola \n Ek"\n'), 'SE')
    expect(rows).toMatchObject([
      { key: '4 B / Emma Andersson', name: 'Emma Andersson', group: '4 B', teacher: 'Ola Ek' },
    ])
  })
})

describe('two lines of one child without a number', () => {
  const read = (header: string, ...lines: string[]) => readRoster(Buffer.from([header, ...lines].join('\n')), 'SE')
  const NAMES = 'Förnamn;Efternamn;Klass'

  it.each([
    ['a date of birth', 'Födelsedatum;VH 1 e-post', '2015-02-03;ida@example.org', '2015-02-03;per@example.org'],
    ['a personal number', 'Personnummer;VH 1 e-post', '20150203-2384;ida@example.org', '20150203-2384;per@example.org'],
    ['an address', 'VH 1 e-post;VH 2 e-post', 'ida@example.org;', 'per@example.org;ida@example.org'],
    ['a number', 'VH 1 e-post;VH 1 mobil', 'ida@example.org;070-174 06 05', 'per@example.org;0701740605'],
  ])('are joined if %s is the same', (_what, header, one, other) => {
    const { rows, doubled, problems } = read(
      `${NAMES};${header}`,
      `Emma;Andersson;4B;${one}`,
      `Emma;Andersson;4B;${other}`,
    )
    expect(rows).toMatchObject([{ emails: ['ida@example.org', 'per@example.org'] }])
    expect([doubled, problems]).toEqual([undefined, []])
  })

  it.each([
    ['nothing else is the same', 'VH 1 e-post', 'ida@example.org', 'per@example.org'],
    ['the date of birth is missing', 'Födelsedatum;VH 1 e-post', ';ida@example.org', ';per@example.org'],
    [
      'what is the same is that of a whole class',
      'Lärare;VH 1 e-post',
      'Ola Ek;ida@example.org',
      'Ola Ek;per@example.org',
    ],
  ])('are not joined if %s', (_what, header, one, other) => {
    const { rows, doubled } = read(`${NAMES};${header}`, `Emma;Andersson;4B;${one}`, `Emma;Andersson;4B;${other}`)
    expect(rows).toMatchObject([{ emails: ['ida@example.org'] }])
    expect(doubled).toMatchObject([{ emails: ['per@example.org'] }])
  })
})
