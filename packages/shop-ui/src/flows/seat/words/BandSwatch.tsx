import type { CSSProperties } from 'react'
import type { Band } from '@playhouse/domain/pricing'
import styles from './BandSwatch.module.css'
import { bandLetters } from './useSeatVoice.ts'

/** A band's seat as on the map: its colour and its letter, so that neither is the only sign. */
export const BandSwatch = ({ band }: { readonly band: Band }) => (
  <span className={styles['swatch']} style={{ '--band': `var(--band-${band})` } as CSSProperties} aria-hidden="true">
    {bandLetters[band]}
  </span>
)
