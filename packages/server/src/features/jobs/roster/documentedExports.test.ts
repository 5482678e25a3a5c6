import { describe, it } from 'vitest'
import { expectRoster, type RosterCase, rosterBytes } from '../../../testing/roster/rosterFiles.ts'

/** Headers as the systems' makers, or those who read their exports, document them: see fixtures/README.md. */
const CASES: Record<string, RosterCase> = {
  'powerschool-photo-mapping.txt': {
    country: 'US',
    rows: [
      { ...person('Deanne', 'Okafor', 2), key: 'Deanne Okafor', grade: '9', files: ['1.jpg'] },
      { ...person('Teresa', 'Okafor', 3), key: 'Teresa Okafor', grade: '9', files: ['2.jpg'] },
      { ...person('Karen', 'Lindqvist', 4), key: 'Karen Lindqvist', grade: '10', files: ['3.jpg'] },
    ],
    notes: ['--columns "Grade_Level=group"'],
  },
  'aeries-extract.txt': {
    country: 'US',
    rows: [
      { ...person('Marisol', 'Reyes', 2), key: '100234' },
      { ...person('Sean', "O'Neil", 3), key: '100235' },
    ],
    notes: ['unused columns: BIRTHDATE, SSID, NSLP_CODE, START_DATE, END_DATE'],
  },
  'infinite-campus-conversion.txt': {
    country: 'US',
    rows: [
      { ...person('Bao', 'Nguyen', 2), key: '556001' },
      { ...person('Inés', 'de la Cruz', 3), key: '556002' },
    ],
    notes: ['unused columns: statenum, middlename'],
  },
  'clever-students.csv': {
    country: 'US',
    rows: [
      {
        ...person('Emma', 'Carter', 2),
        key: '4001',
        grade: '4',
        emails: ['ann@example.com', 'bo@example.com'],
        phone: '+12025550147',
        guardians: [
          { name: 'Ann Carter', emails: ['ann@example.com'], phone: '+12025550147' },
          { name: 'Bo Carter', emails: ['bo@example.com'], phone: '+12025550148' },
        ],
      },
      {
        ...person('Noah', 'Hughes', 4),
        key: '4002',
        grade: '4',
        emails: ['mia@example.com'],
        phone: '+12025550149',
        guardians: [{ name: 'Mia Hughes', emails: ['mia@example.com'], phone: '+12025550149' }],
      },
    ],
    notes: [
      'unused columns: School_id, Student_id, Contact_type, Contact_relationship, Contact_phone_type',
      '--columns "Grade=group"',
      'of 1 person each guardian was in a line of its own',
    ],
  },
  'genesis-performance-matters.txt': {
    country: 'US',
    rows: [
      { ...person('Ava', 'Brown', 2), key: '31001', grade: '03' },
      { ...person('Jun', 'Kim', 3), key: '31002', grade: '03' },
    ],
    notes: ['unused columns: StudentEID, GenderCode', 'personal identity numbers', '--columns "GradeLevel=group"'],
  },
  'share911-students-guardians.csv': {
    country: 'US',
    rows: [
      {
        ...person('Emma', 'Carter', 2),
        key: '77',
        grade: '4',
        emails: ['ann@example.com', 'bo@example.com'],
        phone: '+12025550147',
        guardians: [
          { name: 'Ann Carter', emails: ['ann@example.com'], phone: '+12025550147' },
          { name: 'Bo Carter', emails: ['bo@example.com'], phone: '+12025550148' },
        ],
      },
      { ...person('Noah', 'Hughes', 3), key: '78', grade: '4', guardians: [{ name: 'Mia Hughes', emails: [] }] },
    ],
    problems: [[3, '(Noah Hughes) has "mia@example", which is not a valid email address']],
    notes: ['unused columns: School Name, Student Email Address, Relationship', '--columns "Grade=group"'],
  },
  'studies-weekly.csv': {
    country: 'US',
    options: { columns: { parent_email: 'guardian-email', student_id: 'key' } },
    rows: [
      {
        line: 2,
        key: 'S4123',
        name: 'Drake Fielding',
        emails: ['fielding@example.com'],
        guardians: [{ emails: ['fielding@example.com'] }],
      },
      { line: 3, key: 'S9754', name: 'Patrick Soames' },
    ],
  },
  'primus-koulukuvaus.txt': {
    country: 'FI',
    rows: [
      { ...person('Maria', 'Lindström', 2), key: '6A / Maria Lindström', group: '6A', phone: '+358501234567' },
      { ...person('Väinö', 'Mäkelä', 3), key: '6A / Väinö Mäkelä', group: '6A' },
    ],
    notes: ['Windows-1252', 'unused columns: Personbeteckning, Hemortens', 'personal identity numbers'],
  },
  'wis-skole.csv': {
    country: 'NO',
    rows: [
      { ...person('Mari', 'Olsen', 2), key: '10-A / Mari Olsen', group: '10-A' },
      { ...person('Åse', 'Bjørnstad', 3), key: '10-B / Åse Bjørnstad', group: '10-B' },
    ],
    notes: ['Windows-1252', 'unused columns: Fødselsdato, Personnummer', 'personal identity numbers'],
  },
  'schild-nrw-unicode.txt': {
    country: 'DE',
    rows: [
      { ...person('Jule', 'Müller', 2), key: '4b / Jule Müller', group: '4b' },
      { ...person('Ömer', 'Groß', 3), key: '4a / Ömer Groß', group: '4a' },
    ],
    notes: ['unused columns: Geburtsdatum, Geschlecht'],
  },
  'schulmanager.csv': {
    country: 'DE',
    rows: [
      {
        ...person('Lena', 'Jäger', 2),
        key: 'A-17',
        group: '5c',
        grade: '5',
        emails: ['vater@example.de', 'mutter@example.de'],
        phone: '+492214710123',
        guardians: [{ emails: ['vater@example.de'], phone: '+492214710123' }, { emails: ['mutter@example.de'] }],
      },
      {
        ...person('Tim', 'Weiß', 3),
        key: 'A-18',
        group: '5c',
        grade: '5',
        emails: ['weiss@example.de'],
        guardians: [{ emails: ['weiss@example.de'] }],
      },
    ],
    notes: ['unused columns: Geschlecht, Eintrittsdatum'],
  },
  'seneca-alumnado.csv': {
    country: 'ES',
    rows: [
      {
        ...person('Íñigo', 'Núñez Peña', 2),
        key: '6º A / Íñigo Núñez Peña',
        group: '6º A',
        emails: ['familia.nunez@example.es'],
      },
      { ...person('María José', 'García López', 3), key: '6º B / María José García López', group: '6º B' },
    ],
    notes: ['Windows-1252', 'unused columns: Fecha de nacimiento'],
  },
  'atenea-alumnos.csv': {
    country: 'ES',
    rows: [
      {
        ...person('Lucía', 'Gómez Ruiz', 2),
        key: 'Lucía Gómez Ruiz',
        emails: ['pedro@example.es', 'ana@example.es'],
        phone: '+34612345678',
        guardians: [
          { name: 'Pedro Gómez', emails: ['pedro@example.es'], phone: '+34612345678' },
          { name: 'Ana Ruiz', emails: ['ana@example.es'] },
        ],
      },
    ],
    notes: ['unused columns: Nacimiento, DNI', 'personal identity numbers'],
  },
  'skola24-barn.csv': {
    country: 'SE',
    options: { columns: { 2: 'group', 4: 'first', 5: 'last' } },
    rows: [
      { ...person('Åsa', 'Öberg', 1), key: 'Avdelning Blå / Åsa Öberg', group: 'Avdelning Blå' },
      { ...person('Nils', 'Ek', 2), key: 'Avdelning Röd / Nils Ek', group: 'Avdelning Röd' },
    ],
    notes: ['Windows-1252', 'personal identity numbers'],
  },
  'schoolcomms-members.csv': {
    country: 'GB',
    options: { columns: { 1: 'key', 2: 'first', 3: 'last', 4: 'group', 5: 'grade' } },
    rows: [
      { ...person('Vince', 'Ancram', 1), key: '1500', group: '1A', grade: '1' },
      { ...person('Meg', 'Bennet', 2), key: '1501', group: '1B', grade: '1' },
      { ...person('Brian', 'Blunt', 3), key: '1502', group: '2A', grade: '2' },
    ],
  },
}

function person(firstName: string, lastName: string, line: number) {
  return { line, name: `${firstName} ${lastName}`, firstName, lastName }
}

describe('a roster as documented by a system of schools', () => {
  it.each(Object.keys(CASES))('is read: %s', (file) => {
    expectRoster(rosterBytes(file), CASES[file] as RosterCase)
  })
})
