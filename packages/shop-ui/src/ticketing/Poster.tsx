import type { CSSProperties } from 'react'
import type { Production } from '@playhouse/domain/season'
import { classNames } from '#theme'
import styles from './Poster.module.css'
import { PosterMotif } from './PosterMotif.tsx'

export type PosterProps = {
  readonly title: string
  /** Author or company; omitted on small posters. */
  readonly credit?: string
  readonly poster: Production['poster']
  /** Landscape instead of 3:4. */
  readonly wide?: boolean
}

/**
 * A generated poster, drawn from the production's hue and motif: always the same, in any brand. Decorative: the title is text
 * beside it.
 */
export const Poster = ({ title, credit, poster: { hue, motif }, wide = false }: PosterProps) => (
  <div className={classNames(styles.poster, wide && styles.wide)} style={{ '--hue': hue } as CSSProperties} aria-hidden="true">
    <svg viewBox="0 0 300 400" preserveAspectRatio="xMidYMin slice">
      <PosterMotif motif={motif} />
    </svg>
    <div className={styles.type}>
      <div className={classNames(styles.title, title.length > 22 && styles.long)}>{title}</div>
      {credit && <div className={styles.credit}>{credit}</div>}
    </div>
  </div>
)
