/**
 * How schools write above a column, in the languages of the product, whether a family lets its child be photographed (`consent`: a no refuses it), and
 * above a column or in a note that it refuses (`refusal`). Words as in `restrictionWords.ts`. Also a header with one of `PICTURES` and one of `AGREEMENTS`
 * asks for consent, whatever is between them: `Photo/Video Release`.
 */
export const PHOTO_WORDS: Record<string, { consent: string; refusal: string }> = {
  en: {
    consent: `photo* consent*; photo* permission*; image consent*; image permission*; picture* consent*; picture* permission*; media consent*; media permission*; media release*;
      photo* release*; image release*; model release*; consent photo*; consent to photo*; consent for photo*; permission photo*; permission to photo*; permission for photo*;
      may be photographed; can be photographed; ok to photograph`,
    refusal: `no photo*; no picture*; no image*; do not photo*; not photograph*; not be photographed; not to be photographed; photo* opt out*; photo* restriction*; opt out of photo*`,
  },
  sv: {
    consent:
      '*fotosamtycke*; *bildsamtycke*; *fototillstand*; samtycke foto*; samtycke till foto*; samtycke bild*; far fotograferas',
    refusal: 'ej foto*; inte foto*; inga foto*; inga bilder; far ej fotograferas; far inte fotograferas; *fotoforbud*',
  },
  nb: {
    consent:
      '*fotosamtykke*; *bildesamtykke*; *fototillatelse*; samtykke foto*; samtykke til foto*; samtykke bilde*; kan fotograferes',
    refusal: 'ikke foto*; ingen bilder; ikke fotograferes; ikke ta bilde*',
  },
  da: {
    consent: '*billedsamtykke*; *fototilladelse*; *fotoaccept*; ma fotograferes',
    refusal: 'ma ikke fotograferes; ingen billeder; ingen foto*',
  },
  de: {
    consent: `*fotoerlaubnis*; *fotoeinwilligung*; *fotofreigabe*; *fotogenehmigung*; *fotografiererlaubnis*; *bildrechte*; einwilligung foto*; erlaubnis foto*;
      darf fotografiert werden`,
    refusal: 'kein foto*; keine foto*; keine bilder; nicht fotografier*; *fotoverbot*',
  },
  es: {
    consent: `consentimiento foto*; consentimiento imagen*; consentimiento de imagen*; autorizacion foto*; autorizacion imagen*; autorizacion de imagen*; permiso foto*;
      derecho* de imagen; cesion de imagen*`,
    refusal: 'no fotografiar; sin foto*; no foto*; no autoriza foto*; no autoriza imagen*',
  },
  fi: {
    consent: '*kuvauslupa*; *kuvalupa*; saa kuvata; saa valokuvata',
    refusal: 'ei kuvata; ei saa kuvata; ei valokuvata; ei saa valokuvata; ei kuvia; *kuvauskielto*',
  },
  nl: {
    consent:
      '*fototoestemming*; *beeldtoestemming*; toestemming foto*; toestemming voor foto*; mag gefotografeerd worden; mag op de foto',
    refusal: 'geen foto*; niet fotograferen; niet op de foto; mag niet gefotografeerd worden',
  },
  pl: {
    consent: 'zgoda na wizerunek; zgoda na zdjec*; zgoda na fotograf*; zgoda wizerunek; zgoda foto*',
    refusal:
      'nie fotografowac; bez zdjec*; bez zgody na zdjec*; brak zgody na zdjec*; brak zgody na wizerunek; brak zgody na fotograf*',
  },
}

export const PICTURES =
  'photo*; foto*; image*; picture*; media; video*; bild*; bilder*; bilde*; billede*; imagen*; kuva*; valokuva*; beeld*; wizerun*; zdjec*'
export const AGREEMENTS =
  'consent*; permission*; permit*; release*; authori*; samtycke*; samtykke*; tillatelse*; tilladelse*; einwilligung*; erlaubnis*; zustimmung*; consentimiento*; autorizacion*; permiso*; lupa*; suostumus*; toestemming*; zgoda*'
