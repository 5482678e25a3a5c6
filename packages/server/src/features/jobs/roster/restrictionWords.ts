/**
 * How schools and their systems write above a column, in the languages of the product, that an adult must not be reached or that a child is
 * protected (`mark`: a yes says so), what an adult may do (`right`: a no says so), or who decides for the child (`division`: no answer is a certain yes or
 * no about an adult). As `normaliseHeader` compares them; a star stands for any
 * letters at the beginning or the end of a word: `*forbud` is in `Besøksforbud`.
 */
export const RESTRICTION_WORDS: Record<string, { mark: string; right: string; division?: string }> = {
  en: {
    mark: `court order*; supervised only; supervised contact*; supervised visit*; supervised access; mother only; father only; mum only; mom only; dad only;
      terminated; rights revoked; contact restriction*; contact restricted; access restrict*; restricted; restricted contact; restricted access; no contact; no access; no collection; no email*;
      no e mail*; no mail*; no post; no sms; do not *mail*; do not contact; do not email; do not e mail; do not call; do not phone; do not text; do not write; do not release; do not send; opt out;
      restraining order*; protection order*; protective order*; non molestation*; molestation order*; occupation order*; prohibited steps*; injunction*; barring order*;
      custody alert*; legal alert*; legal flag*; legal hold*; safeguarding*; confidential*; address withheld; protected address; protected identity; protected person`,
    right: `parental responsibility; parental rights; mother rights; father rights; guardian rights; custody; has custody; legal custody; custodial; receive* mail*; receive* email*; receive* e mail*; receive* post; receive* letter*;
      receive* correspondence; receive* communication*; may contact; can contact; may be contacted; can be contacted; ok to contact; contact allowed; email allowed; mail allowed; access allowed`,
  },
  sv: {
    mark: `endast mamma*; bara mamma*; endast mor; endast mamman; endast pappa*; bara pappa*; endast far; umgangesstod*; *sekretess*; *skyddad*; hemlig*; *forbud*; vardnadstvist*; *sparrmark*; sparrad*; kvarskriv*; kontakta ej; kontakta inte; ej kontakt; ingen kontakt; far ej kontaktas;
      far inte kontaktas; *skyddat*; adresskydd*; adressskydd*; identitetsskydd*; personskydd*; fingerad*`,
    right: 'vardnad; umgangesratt*; far kontaktas; mottar post; far utskick*; mottar utskick*',
    division: '*vardnad; ensamvardnad*; vardnadsform*; vardnadsbeslut*; vardnadsutredning*; vardnadsforhallande*',
  },
  nb: {
    mark: `kun mor*; bare mor*; kun far; bare far; kun pappa*; bare pappa*; kun mamma*; bare mamma*; *sperre; sperret*; *fortrolig*; hemmelig*; *forbud*; kode 6; kode 7; kode 6 7; *gradering*; *tilhold*; skjermet*; *beskyttet*; voldsalarm*; ikke kontakt*; ingen kontakt;
      kontakt ikke; skal ikke kontaktes; sperrede*; *skjerming*; skjermede*; fiktiv*; *trusselutsatt*`,
    right: 'foreldreansvar; samvaer; samvaersrett*; kan kontaktes; mottar post',
    division:
      '*foreldreansvar; eneansvar*; aleneansvar*; eneomsorg*; aleneomsorg*; *omsorgsovertakelse*; eneforelder*; aleneforelder*',
  },
  da: {
    mark: `kun mor; kun far; kun moderen; kun faderen; overvaget samvaer; stottet samvaer; *beskyttelse; *beskyttede*; *tilhold*; *opholdsforbud*; hemmelig*; ma ikke kontaktes; kontakt ikke; skjult*; spaerret*; spaerrede*`,
    right: 'foraeldremyndighed*; samvaersret*; ma kontaktes; modtager post',
    division: '*foraeldremyndighed*; enemyndighed*; eneforaelder*; aleneforaelder*; aleneforsorger*; eneforsorger*',
  },
  de: {
    mark: `nur mutter; nur vater; nur die mutter; nur der vater; nur bei der mutter; nur beim vater; begleiteter umgang*; *sperre; *sperrvermerk*; *verbot; *verbote; gerichtsbeschluss*; sorgerechtsbeschluss*; *gewaltschutz*; geheim*; einstweilige*; nicht kontakt*; kein kontakt;
      darf nicht kontaktiert*; keine auskunft; *gesperrt*; *geschutzt*; adresschutz*; adressschutz*; schutzadress*; schutzvermerk*; identitatsschutz*; *zeugenschutz*;
      opferschutz*`,
    right:
      'sorgerecht; sorgeberechtigt; elterliche sorge; umgangsrecht*; auskunftsrecht*; erhalt post; erhalt mail*; erhalt e mail*; darf kontaktiert werden',
    division: '*sorgerecht*; alleinsorg*; mitsorg*; alleinerzieh*; nichtsorge*; sorgeerklarung*; alleinvertretung*',
  },
  es: {
    mark: `solo madre; solo padre; solo la madre; solo el padre; solo con la madre; solo con el padre; visita* supervisada*; *alejamiento*; orden de proteccion; orden judicial; *prohibi*; no contactar; no enviar*; sin contacto; confidencial*; *protegid*; restriccion de contacto;
      restriccion de acceso; acceso restringido; medida* cautelar*; violencia de genero; domicilio reservado`,
    right:
      'patria potestad; custodia; regimen de visitas; derecho de visita*; recibe correo*; recibe email*; puede contactarse',
  },
  fi: {
    mark: `vain aiti*; vain isa*; valvottu* tapaami*; valvotut tapaamiset; *kielto; *kiellot; *kielletty; salainen; salassapi*; salattu*; suojattu*; ei saa kontaktoida; ei yhteytta; turvakiel*; turvakoti*; *osoitesuoja*; salais*; suojaus*`,
    right: 'huoltajuus; tapaamisoikeu*; saa postia; saa postin; saa ottaa yhteytta',
    division: 'yksinhuolt*; yhteishuolt*; huoltomuoto*; huoltosopimus*; huoltopaatos*; huoltajuus*; *huoltajuus',
  },
  nl: {
    mark: `alleen moeder; alleen vader; alleen bij moeder; alleen bij vader; begeleide omgang*; *verbod; *verboden; geheim*; gerechtelijk bevel; afgeschermd*; beschermd*; niet contacteren; niet mailen; niet benaderen; geen contact; geen mail; *afscherming*; adresbescherming*;
      identiteitsbescherming*; vertrouwelijk*; verstrekkingsbeperking*; schuiladres*`,
    right:
      'ouderlijk gezag; gezag; omgangsrecht*; bezoekrecht*; ontvangt post; ontvangt mail*; ontvangt e mail*; mag benaderd worden',
    division: '*gezag; eenoudergezag*; gezagsverhouding*; gezagsregel*; gezagsbeperking*; gezagsontneming*; voogdij*',
  },
  pl: {
    mark: `tylko matka; tylko ojciec; tylko z matka; tylko z ojcem; pod nadzorem; zakaz*; postanowienie sadu; ograniczenie wladzy rodzicielskiej; pozbawienie wladzy rodzicielskiej; zastrzez*; utajnion*; poufn*; dane chronione; adres chroniony;
      nie kontaktowac; nie wysylac; brak kontaktu`,
    right: 'wladza rodzicielska; prawo do kontakt*; otrzymuje poczte; otrzymuje korespondencje; otrzymuje wiadomosci',
  },
}

/**
 * What a cell below such a column answers for certain; in place of an adult's name, `nobody` says that there is none. Anything else next to these
 * words is not a certain answer: `Yes (mother)`.
 */
export const ANSWER_WORDS: Record<string, { yes: string; no: string; nobody: string }> = {
  signs: { yes: '1; x; ✓; ✔', no: '', nobody: '0; -; –' },
  en: { yes: 'yes; y; true', no: 'no; n; false', nobody: 'none' },
  sv: { yes: 'ja; j; sant', no: 'nej; falskt', nobody: 'ingen; inga' },
  nb: { yes: 'ja', no: 'nei; usann; ugradert', nobody: 'ingen' },
  da: { yes: 'ja', no: 'nej; falsk; ugradert', nobody: 'ingen' },
  de: { yes: 'ja; wahr', no: 'nein; falsch', nobody: 'keine; keiner' },
  es: { yes: 'sí; si; verdadero', no: 'no; falso', nobody: 'ninguna; ninguno' },
  fi: { yes: 'kyllä; tosi', no: 'ei; epätosi', nobody: '' },
  nl: { yes: 'ja; waar', no: 'nee; onwaar', nobody: 'geen' },
  pl: { yes: 'tak; prawda', no: 'nie; fałsz', nobody: 'brak' },
}

/** Words next to those for a right that make no other question of them: `Has custody (G2)`. */
export const RIGHT_FILLER_WORDS =
  'has; have; with; g; p; full; har; hat; haben; tiene; on; heeft; ma; second; secondary'

/** Words that may turn a yes below a header into a no. */
export const NEGATION_WORDS = `no; not; without; none; ej; inte; inget; utan; ikke; ingen; uten; uden; kein; keine; nicht; ohne; sin; ninguna; ei; ilman; geen; niet; zonder; nie; brak; bez`
