import type { CSSProperties } from 'react'
import { imagePath, imageSources } from '@playhouse/domain/image'
import type { Production, ProductionImage } from '@playhouse/domain/season'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale } from '#i18n'
import { classNames } from '#theme'
import styles from './Poster.module.css'
import { PosterMotif } from './PosterMotif.tsx'

export type PosterProps = {
  readonly title: string
  /** Author or company; omitted on small posters. */
  readonly credit?: string
  readonly poster: Production['poster']
  /** Shown instead of a drawing. */
  readonly image: ProductionImage | undefined
  /** Landscape instead of 3:4. */
  readonly wide?: boolean
  /** In a list: an image is loaded once it is near the visible part of the page. */
  readonly listed?: boolean
}

/** The image of a production, cropped around its focal point, or the poster that is drawn for it. */
export const Poster = ({ image, listed, ...drawing }: PosterProps) =>
  image ? <PosterImage image={image} wide={drawing.wide} listed={listed} /> : <DrawnPoster {...drawing} />

type ImageProps = { readonly image: ProductionImage; readonly wide: boolean | undefined; readonly listed: boolean | undefined }

function PosterImage({ image, wide, listed }: ImageProps) {
  const { alt, focus } = image
  return (
    <img
      className={classNames(styles.image, wide && styles.wide)}
      style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
      src={imagePath(image.id, 400)}
      srcSet={imageSources(image)}
      sizes="(min-width: 50rem) 26rem, 100vw"
      width={image.width}
      height={image.height}
      alt={textIn(alt, useLocale())}
      loading={listed ? 'lazy' : 'eager'}
    />
  )
}

/**
 * A generated poster, drawn from the production's hue and motif: always the same, in any brand. Decorative: the title is text
 * beside it.
 */
const DrawnPoster = ({ title, credit, poster: { hue, motif }, wide = false }: Omit<PosterProps, 'image' | 'listed'>) => (
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
