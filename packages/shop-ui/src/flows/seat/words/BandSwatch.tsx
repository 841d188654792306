import type { CSSProperties } from 'react'
import type { Band } from '@playhouse/domain/pricing'
import styles from './BandSwatch.module.css'
import { bandLetters } from './useSeatVoice.ts'

/** A seat of a band as the map draws it: its colour and its letter, so that neither is alone. */
export const BandSwatch = ({ band }: { readonly band: Band }) => (
  <span className={styles['swatch']} style={{ '--band': `var(--band-${band})` } as CSSProperties} aria-hidden="true">
    {bandLetters[band]}
  </span>
)
