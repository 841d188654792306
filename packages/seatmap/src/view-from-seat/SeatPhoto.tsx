import { type ReactNode, useState } from 'react'
import { photoAt, photoWords, type Plan } from '@playhouse/domain/plan'
import styles from './SeatView.module.css'

type SeatPhotoProps = {
  readonly plan: Plan
  readonly seat: number
  /** Of the words that say what it shows. */
  readonly locale: string
  /** Address of the house's own folder, with a slash at its end. */
  readonly folder: string
  /** What it is: "Photograph from about here". */
  readonly caption: string
}

/** The house's photograph of the view, where it has one. One that doesn't come leaves no gap: the drawing is there. */
export function SeatPhoto({ plan, seat, locale, folder, caption }: SeatPhotoProps): ReactNode {
  const [lost, setLost] = useState<string>()
  const photo = photoAt(plan, seat)
  if (!photo || photo.file === lost) return null
  const { file, width, height } = photo
  return (
    <figure className={styles['photo']}>
      <img
        key={file}
        className={styles['view']}
        src={folder + file}
        width={width}
        height={height}
        alt={photoWords(photo, locale)}
        loading="lazy"
        decoding="async"
        onError={() => setLost(file)}
      />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
