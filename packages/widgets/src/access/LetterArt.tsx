import { useLingui } from '@lingui/react'
import { messages } from './messages.ts'

/** A drawing of the letter with the code, in the provider's colours. */
export function LetterArt() {
  const { _: t } = useLingui()
  return (
    <svg viewBox="0 0 420 400" role="img" aria-label={t(messages.letterArt)}>
      <g transform="rotate(-5 210 200)">
        <rect x="78" y="28" width="264" height="340" rx="6" fill="var(--pk-raised)" stroke="var(--pk-line)" />
        <rect x="110" y="62" width="92" height="10" rx="5" fill="var(--pk-accent)" />
        <rect x="110" y="96" width="200" height="7" rx="3.5" fill="var(--pk-line)" />
        <rect x="110" y="114" width="176" height="7" rx="3.5" fill="var(--pk-line)" />
        <rect x="110" y="132" width="190" height="7" rx="3.5" fill="var(--pk-line)" />
        <rect x="110" y="168" width="200" height="72" rx="10" fill="var(--pk-wash)" />
        <text
          x="210"
          y="213"
          textAnchor="middle"
          fontSize="26"
          fontWeight="600"
          letterSpacing="7"
          fill="var(--pk-accent-ink)"
          fontFamily="ui-monospace, monospace"
        >
          ABC 123
        </text>
        <rect x="110" y="270" width="120" height="7" rx="3.5" fill="var(--pk-line)" />
        <rect x="110" y="288" width="92" height="7" rx="3.5" fill="var(--pk-line)" />
      </g>
      <g transform="rotate(7 320 290)">
        <rect x="250" y="196" width="134" height="168" rx="3" fill="#fff" stroke="var(--pk-line)" />
        <rect x="262" y="208" width="110" height="126" fill="var(--pk-wash)" />
        <circle cx="317" cy="258" r="24" fill="var(--pk-accent)" />
        <path d="M270 334c4-32 22-46 47-46s43 14 47 46z" fill="var(--pk-accent-ink)" />
      </g>
    </svg>
  )
}
