import type { ReactNode } from 'react'
import type { SeatType } from '@playhouse/domain/plan'
import styles from './SeatGlyph.module.css'

/** Icons on a square of 20 units, the same as on the map. */
const signs: Partial<Record<SeatType, ReactNode>> = {
  wheelchair: (
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="8.5" cy="3.2" r="1.6" fill="currentColor" stroke="none" />
      <path d="M8.6 7v5h4.8l2.3 5M9 9h4" />
      <path d="M6.2 9.6a4.9 4.9 0 1 0 6.6 6" />
    </g>
  ),
  companion: (
    <g fill="currentColor">
      <circle cx="6.8" cy="6.2" r="2.6" />
      <path d="M2.4 16.6a4.4 4.4 0 0 1 8.8 0z" />
      <circle cx="14" cy="6.8" r="2.2" />
      <path d="M10.3 16.6a3.7 3.7 0 0 1 7.4 0z" />
    </g>
  ),
  'restricted-view': (
    <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
      <ellipse cx="10" cy="10" rx="8" ry="4.7" />
      <circle cx="10" cy="10" r="2" fill="currentColor" stroke="none" />
      <path d="M16.4 2.6 3.6 17.4" />
    </g>
  ),
}
const texts: Partial<Record<SeatType, string>> = { 'audio-described': 'AD', captioned: 'CC', bsl: 'BSL', misc: '✱', information: 'i' }

/** The icon of a seat type; a disc for standard seats. A text is always beside it. */
export const SeatGlyph = ({ type }: { readonly type: SeatType }) => (
  <svg viewBox="0 0 20 20" className={styles['glyph']} aria-hidden="true">
    {signs[type] ??
      (texts[type] ? (
        <text x="10" y="14.5" textAnchor="middle" fill="currentColor">
          {texts[type]}
        </text>
      ) : (
        <circle cx="10" cy="10" r="6.5" fill="currentColor" />
      ))}
  </svg>
)
