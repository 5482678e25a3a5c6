import type { NoticeTexts } from '../../platform/http/noticeTexts.ts'
import type { Texts } from '../../platform/languages.ts'

/** For a download address that is invalid, or no longer valid. */
export const brokenDownloadTexts: Texts<NoticeTexts> = {
  en: {
    title: 'This download is no longer available',
    text: 'A download link works once, within a minute. What you have bought is in your picture sets: open them and choose Download again.',
  },
  de: {
    title: 'Diesen Download gibt es nicht mehr',
    text: 'Der Weg zu einem Download gilt einmal und eine Minute lang. Was Sie gekauft haben, liegt in Ihren Fotosets: Öffnen Sie diese und wählen Sie noch einmal Herunterladen.',
  },
  es: {
    title: 'Esta descarga ya no está aquí',
    text: 'El acceso a una descarga vale una sola vez y durante un minuto. Lo que ha comprado le espera en sus series de fotos: ábralas y vuelva a elegir Descargar.',
  },
  nb: {
    title: 'Denne nedlastingen er ikke her lenger',
    text: 'Veien til en nedlasting gjelder én gang og i ett minutt. Det du har kjøpt, ligger i bildesettene dine: Åpne dem og velg Last ned en gang til.',
  },
  sv: {
    title: 'Den här nedladdningen finns inte längre',
    text: 'Vägen till en nedladdning gäller en gång och i en minut. Det du har köpt ligger i dina bildset: öppna dem och välj Ladda ner en gång till.',
  },
  da: {
    title: 'Denne download er her ikke mere',
    text: 'Vejen til en download gælder én gang og i et minut. Det, du har købt, ligger i dine billedsæt: Åbn dem, og vælg Hent en gang til.',
  },
}
