import type { CSSProperties } from 'react'
import type { Production } from '@playhouse/domain/season'
import { classNames } from '#theme'
import styles from './Poster.module.css'
import { motifs } from './PosterMotif.tsx'

export type PosterProps = {
  readonly title: string
  /** By whom; left out of small posters. */
  readonly credit?: string
  readonly poster: Production['poster']
  /** Landscape instead of 3 to 4. */
  readonly wide?: boolean
}

/**
 * A production's poster, drawn from its hue and motif: the same each time, in any brand. A picture only: the title
 * stands as text beside it.
 */
export const Poster = ({ title, credit, poster: { hue, motif }, wide = false }: PosterProps) => (
  <div className={classNames(styles.poster, wide && styles.wide)} style={{ '--hue': hue } as CSSProperties} aria-hidden="true">
    <svg viewBox="0 0 300 400" preserveAspectRatio="xMidYMin slice">
      {motifs[motif]}
    </svg>
    <div className={styles.type}>
      <div className={classNames(styles.title, title.length > 22 && styles.long)}>{title}</div>
      {credit && <div className={styles.credit}>{credit}</div>}
    </div>
  </div>
)
