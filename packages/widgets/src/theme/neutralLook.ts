import type { Look } from '@portraitkit/core/provider/look.ts'

/** The look of a surface until its provider's look has loaded, and if it never does: paper and ink. */
export const neutralLook: Look = {
  logo: { label: 'Shop', width: 1, height: 1, shapes: [{ d: 'M0 0', fill: 'ink' }] },
  colours: {
    light: {
      paper: '#fbfaf8',
      raised: '#ffffff',
      sunken: '#f1efec',
      ink: '#1f1d1a',
      soft: '#625d56',
      line: '#e3dfd9',
      edge: '#857f76',
      accent: '#2b2925',
      onAccent: '#ffffff',
      accentInk: '#2b2925',
      wash: '#eeebe6',
      danger: '#b3261e',
      good: '#1d6b3f',
    },
    dark: {
      paper: '#171614',
      raised: '#211f1c',
      sunken: '#100f0e',
      ink: '#f3f0eb',
      soft: '#b3ada4',
      line: '#35322d',
      edge: '#857f76',
      accent: '#f3f0eb',
      onAccent: '#1f1d1a',
      accentInk: '#f3f0eb',
      wash: '#33302b',
      danger: '#ff9d93',
      good: '#8ad3a4',
    },
  },
  type: { body: 'system-ui', heading: 'system-ui', size: 17, scale: 1.2, headingWeight: 600, headingTracking: -0.01 },
  fonts: [],
  radius: 8,
  space: 1,
  background: 'plain',
}
