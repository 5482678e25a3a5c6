import { describe, expect, it } from 'vitest'
import { normaliseHeader } from './headerForm.ts'
import { type ColumnMeaning, type GuardianPart, meaningOf } from './headerMeaning.ts'

const guardian = (slot: string, part: GuardianPart): ColumnMeaning => ({ field: 'guardian', slot, part })

describe('a header', () => {
  it.each([
    ['Vårdnadshavare1E-post', 'vardnadshavare 1 e post'],
    ['STUDENT_ID', 'student id'],
    ['student.lastName', 'student last name'],
    ['Schüler/in (Straße)', 'schuler in strasse'],
    ['  Fødsels-nr. ', 'fodsels nr'],
  ])('is compared without case, accents and punctuation: %s', (header, normalised) => {
    expect(normaliseHeader(header)).toBe(normalised)
  })

  it.each<[string, string | Partial<ColumnMeaning> | null]>([
    ['Förnamn', 'first'],
    ['GivenName', 'first'],
    ['Pupil First Name', 'first'],
    ['student.lastName', 'last'],
    ['Tilltalsnamn', 'called'],
    ['Apellido 2', 'last2'],
    ['Navn', 'name'],
    ['Elevens namn', 'name'],
    ['Klasse', 'group'],
    ['Home_Room', 'group'],
    ['Form/Tutor Group', 'group'],
    ['Jahrgangsstufe', 'grade'],
    ['Kontaktlærer', 'teacher'],
    ['Teacher Name', 'teacher'],
    ['Teacher Last Name', { field: 'teacherPart', part: 'last' }],
    ['Teacher Email', 'none'],
    ['Student Number', 'key'],
    ['student.studentNumber', 'key'],
    ['guardianemail', guardian('guardian', 'email')],
    ['UPN', 'key'],
    ['Elev-ID', 'key'],
    ['Personnummer', 'personal'],
    ['Elevens personnummer', 'personal'],
    ['CPR-nr.', 'personal'],
    ['E-post 2', 'email'],
    ['Tlf', 'phone'],
    ['Student Email', 'none'],
    ['Elev mobil', 'none'],
    ['Guardian 1 email', guardian('1', 'email')],
    ['E-Mail-Adresse Elternteil 2', guardian('2', 'email')],
    ['Vårdnadshavare 2', guardian('2', 'name')],
    ['VH1 mobil', guardian('1', 'phone')],
    ['Mors e-post', guardian('mor', 'email')],
    ['Secondary contact phone', guardian('2', 'phone')],
    ['Parent Last Name', guardian('parent', 'last')],
    ['Leerlingnummer', 'key'],
    ['Roepnaam', 'called'],
    ['Tussenvoegsel', 'infix'],
    ['Achternaam', 'last'],
    ['Stamgroep', 'group'],
    ['Leerjaar', 'grade'],
    ['Groepsleerkracht', 'teacher'],
    ['BSN', 'personal'],
    ['BSN leerling', 'personal'],
    ['E-mailadres leerling', 'none'],
    ['Ouder/verzorger 1 e-mailadres', guardian('1', 'email')],
    ['Telefoon moeder', guardian('moeder', 'phone')],
    ['Imię i nazwisko ucznia', 'name'],
    ['Imie', 'first'],
    ['NAZWISKO', 'last'],
    ['Oddzial', 'group'],
    ['Wychowawca', 'teacher'],
    ['PESEL', 'personal'],
    ['Adres e-mail rodzica 2', guardian('2', 'email')],
    ['Nr telefonu opiekuna prawnego', guardian('opiekun', 'phone')],
    ['Imię ojca', guardian('ojca', 'first')],
    ['Parent/Guardian 1 Email', guardian('1', 'email')],
    ['Guardian 2 Relationship', guardian('2', 'other')],
    ['DNI Padre', guardian('padre', 'other')],
    ['Geburtsdatum', null],
    ['4B', null],
    ['', null],
  ])('is understood: %s', (header, meaning) => {
    if (meaning === null) expect(meaningOf(header)).toBe(null)
    else expect(meaningOf(header)).toMatchObject(typeof meaning === 'string' ? { field: meaning } : meaning)
  })
})
