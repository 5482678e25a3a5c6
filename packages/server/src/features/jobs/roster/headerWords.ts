/**
 * What schools and their systems write above the columns of a list, in the languages of the product, as `normaliseHeader`
 * compares it. Earlier words of a list are preferred if a file has several of its columns.
 */
export const HEADER_WORDS = {
  key: `key; student number; student no; student num; studentnum; pupil number; pupil no; admission number; admission no; adno;
    elevnummer; elevnr; elev nr; schülernummer; schüler nr; número de expediente; nº expediente; expediente; número de alumno;
    oppilasnumero; opiskelijanumero; student local id; local student id; local id; student id; studentid; stuid; pupil id; perm id; other id; elev id; elevid;
    schüler id; schüleridentnummer; schüler identnummer; identnummer; id alumno; id alumna; sis id; mis id; arbor id;
    student identifier; student unique id; external id; extern id; eksternt id; externt id; fremdschlüssel; sourced id;
    upn; unique pupil number; ssid; state id; state student id; statenum; student guid; id;
    leerlingnummer; leerlingnr; leerling nr; leerling id; stamnummer; stamnr; llnr; numer ucznia; nr ucznia; id ucznia; numer legitymacji; nr legitymacji; nr ewidencyjny; numer ewidencyjny`,
  name: `name; student name; pupil name; child name; full name; fullname; student full name; pupil full name; display name; student; pupil; child;
    namn; elevnamn; elevens namn; elev; barnets namn; barn; för och efternamn; hela namnet; fullständigt namn;
    navn; elevnavn; elevens navn; barnets navn; fullt navn; fulde navn; for og etternavn; for og efternavn;
    schülername; name des schülers; name des kindes; schüler; schülerin; schüler in; schüler innen; kind; vollständiger name; vor und nachname;
    nombre completo; nombre y apellidos; apellidos y nombre; alumno; alumna; alumno a; alumnado; nombre del alumno; nombre; nombre apellidos;
    nimi; oppilas; oppilaan nimi; koko nimi;
    naam; naam leerling; naam van de leerling; naam kind; volledige naam; leerling; voor en achternaam; imię i nazwisko; nazwisko i imię; imię i nazwisko ucznia; nazwisko i imię ucznia; imię i nazwisko dziecka; uczeń; uczennica; uczeń uczennica; dziecko`,
  first: `first name; firstname; first; forename; given name; givenname; legal first name; legal forename; christian name;
    förnamn; tilltalsnamn och förnamn; fornavn; vorname; vornamen; alle vornamen; nombre de pila; etunimi; etunimet;
    voornaam; voornamen; imię; imiona; pierwsze imię`,
  called: `preferred first name; preferred forename; known as; chosen first name; chosen name; nickname; preferred name;
    tilltalsnamn; kaldenavn; rufname; kutsumanimi;
    roepnaam`,
  last: `last name; lastname; last; surname; family name; familyname; legal last name; legal surname; preferred last name; preferred surname;
    efternamn; etternavn; efternavn; nachname; familienname; apellidos; apellido; primer apellido; apellido 1; sukunimi;
    achternaam; familienaam; nazwisko`,
  last2: 'segundo apellido; apellido 2',
  /** What stands before a Dutch last name, as `van der`. */
  infix: 'tussenvoegsel; tussenvoegsels; tussenvoegsel achternaam; voorvoegsel; voorvoegsels; tv',
  group: `group; class; class name; classname; homeroom; home room; reg group; registration group; registration form; registration class; reg; tutor group; form;
    form group; form tutor group; form class; team; squad; klass; klassnamn; klassbeteckning; grupp; grupp klass; avdelning; avdelningsnamn; lag;
    klasse; klassenavn; gruppe; basisgruppe; avdeling; hold; stue; klassenbezeichnung; klassenname; stammklasse; mannschaft;
    clase; grupo; unidad; aula; luokka; ryhmä; perusryhmä;
    klas; groep; stamgroep; stamklas; basisgroep; lesgroep; groepsnaam; klasa; oddział; klasa oddział; grupa; drużyna`,
  grade: `grade; grade level; gradelevel; grd; year; year group; yeargroup; year level; nc year; årskurs; årskull; åk; trinn; klassetrinn; årstrinn; årgang; klassetrin; trin;
    jahrgangsstufe; klassenstufe; jahrgang; stufe; curso; nivel; vuosiluokka; luokka aste;
    leerjaar; jaarlaag; jaargroep; poziom; rocznik`,
  teacher: `teacher; homeroom teacher; home room teacher; class teacher; tutor; form tutor; registration tutor; adviser; advisor; teacher name; teacher full name;
    lärare; klasslärare; klassföreståndare; mentor; ansvarig pedagog; lærer; kontaktlærer; klasselærer; klassestyrer; lehrer; lehrer in; lehrkraft;
    klassenlehrer; klassenlehrerin; klassenlehrer in; klassenleitung; klassenlehrkraft; profesor; profesora; maestro; maestra; profesor tutor;
    opettaja; luokanopettaja; luokanvalvoja;
    leerkracht; groepsleerkracht; docent; leraar; klassenleraar; wychowawca; wychowawczyni; wychowawca klasy; nauczyciel`,
  code: `code; access code; inloggningskod; påloggingskode; adgangskode; zugangscode; código de acceso;
    toegangscode; inlogcode; kod dostępu`,
  files: `files; file name; filename; image file; image file name; photo file; bildfil; filnamn; filnavn; bildefil; billedfil; dateiname; bilddatei;
    nombre de archivo; archivo;
    bestandsnaam; fotobestand; nazwa pliku; plik; zdjęcie`,
  email: `email; e mail; email address; e mail address; emailaddress; home email; primary email; personal email; mail; mailadress; mailadresse; mail adress;
    e post; epost; e postadress; epostadress; e post adress; e postadresse; epostadresse; e mail adresse; emailadresse;
    correo; correo electrónico; email contacto; sähköposti; sähköpostiosoite;
    e mailadres; emailadres; mailadres; adres e mail; adres email; adres mailowy; poczta elektroniczna`,
  phone: `phone; phone number; mobile; mobile phone; mobile number; mobile phone number; cell; cell phone; cellphone; telephone; telephone number; home phone; main telephone;
    telefon; telefonnummer; telefonnr; mobil; mobiltelefon; mobilnummer; mobilnr; hemtelefon; tlf; tlf nr; handy; handynummer;
    teléfono; teléfono móvil; teléfono fijo; móvil; puhelin; puhelinnumero; matkapuhelin;
    telefoon; telefoonnummer; mobiel; mobiele telefoon; mobiel nummer; gsm; telefonu; numer telefonu; nr telefonu; nr tel; telefon komórkowy; komórka; telefon domowy`,
  /** Numbers that a state gives a person. */
  personal: `personnummer; personnr; person nr; personbeteckning; samordningsnummer; fødselsnummer; fødselsnr; fnr; cpr; cpr nummer; cpr nr; henkilötunnus; hetu;
    ssn; social security number; socialnumber; social number; student socialnumber; national id; national identity number; national insurance number;
    dni; nif; nie; dni nie; pasaporte; passport number; pass nr; sozialversicherungsnummer; steuer id;
    bsn; burgerservicenummer; sofinummer; onderwijsnummer; rijksregisternummer; pesel; numer pesel; nr pesel`,
} as const

export type HeaderField = keyof typeof HEADER_WORDS

/** Words for the adults of a child; together with a number they name one of them. */
export const GUARDIAN_WORDS = `guardian; guardians; parent; parents; contact; contacts; carer; mother; father; mum; mom; dad;
  vårdnadshavare; vårdnadshavares; vh; målsman; förälder; föräldrar; mamma; pappa; mor; far; mors; fars; kontakt; kontaktperson; anhörig;
  foresatt; foresatte; foresattes; forelder; foreldre; forælder; forældre; værge; erziehungsberechtigter; erziehungsberechtigte; erziehungsberechtigten;
  sorgeberechtigter; sorgeberechtigte; elternteil; eltern; mutter; vater; padre; madre; responsable; huoltaja; huoltajan; äiti; isä;
  ouder; ouders; verzorger; verzorgers; moeder; vader; contactpersoon; voogd;
  rodzic; rodzica; rodzice; rodziców; opiekun; opiekuna; opiekunowie; opiekunów; matka; matki; ojciec; ojca`

/** Words before those for a column of the child itself. */
export const CHILD_WORDS = `student; students; pupil; pupils; child; learner; member; player; elev; elevens; elevs; barn; barnets; schüler; schülers; schülerin; kind; kindes;
  alumno; alumna; oppilas; oppilaan; leerling; leerlingen; uczeń; ucznia; uczniowie; dziecko; dziecka`

/** Words between others that say nothing by themselves. */
export const FILLER_WORDS =
  's; of; the; to; for; nr; no; number; nummer; der; des; del; de; la; och; og; und; y; legal; combined; full; primary; van; het; een; en; i; prawny; prawnego; prawni; prawnych; numer'
