import type { CSSProperties } from 'react'
import type { Band } from '@playhouse/domain/pricing'
import styles from './BandSwatch.module.css'
import { bandLetters } from './useSeatVoice.ts'

type Props = {
  readonly band: Band
  /** Drawn instead of the letter of the band, where its colour means something else; empty for none. */
  readonly sign?: string | undefined
}

/** A band's seat as on the map: its colour and its letter, so that neither is the only sign. */
export const BandSwatch = ({ band, sign = bandLetters[band] }: Props) => (
  <span className={styles['swatch']} style={{ '--band': `var(--band-${band})` } as CSSProperties} aria-hidden="true">
    {/* An empty circle would stand lower than others. */}
    {sign || '\u00A0'}
  </span>
)
