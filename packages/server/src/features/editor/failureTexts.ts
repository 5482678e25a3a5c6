import type { FailureTexts } from '../../platform/failureTexts.ts'

export const editorFailureTexts: FailureTexts = {
  de: {
    'editor.preview_differs':
      'Die Vorschau wurde erneuert. Bitte sehen Sie sie noch einmal an, bevor Sie das Produkt hinzufügen.',
    'editor.unknown_slot': 'Dieses Design hat kein solches Bild.',
    'editor.design_changed': 'Dieses Design wurde in einem anderen Fenster geändert.',
    'editor.unknown_design': 'Dieses Design ist nicht mehr da.',
  },
  es: {
    'editor.preview_differs': 'La vista previa se ha actualizado. Mírela una vez más antes de añadir el producto.',
    'editor.unknown_slot': 'Este diseño no tiene esa foto.',
    'editor.design_changed': 'Este diseño se ha cambiado en otra ventana.',
    'editor.unknown_design': 'Este diseño ya no está aquí.',
  },
  nb: {
    'editor.preview_differs':
      'Forhåndsvisningen er oppdatert. Se på den en gang til før du legger produktet i handlekurven.',
    'editor.unknown_slot': 'Dette designet har ikke et slikt bilde.',
    'editor.design_changed': 'Dette designet ble endret i et annet vindu.',
    'editor.unknown_design': 'Dette designet er ikke her lenger.',
  },
  sv: {
    'editor.preview_differs':
      'Förhandsvisningen har uppdaterats. Titta på den en gång till innan du lägger till produkten.',
    'editor.unknown_slot': 'Den här designen har ingen sådan bild.',
    'editor.design_changed': 'Den här designen ändrades i ett annat fönster.',
    'editor.unknown_design': 'Den här designen är inte här längre.',
  },
  da: {
    'editor.preview_differs':
      'Forhåndsvisningen er opdateret. Se på den en gang til, før du lægger produktet i kurven.',
    'editor.unknown_slot': 'Dette design har ikke sådan et billede.',
    'editor.design_changed': 'Dette design blev ændret i et andet vindue.',
    'editor.unknown_design': 'Dette design er her ikke længere.',
  },
}
