import { type ReactNode, useState } from 'react'
import { photoAt, photoWords, type Plan } from '@playhouse/domain/plan'
import styles from './SeatView.module.css'

type SeatPhotoProps = {
  readonly plan: Plan
  readonly seat: number
  /** Language of the description. */
  readonly locale: string
  /** Address of the brand's folder, with a trailing slash. */
  readonly folder: string
  /** The caption: "Photograph from about here". */
  readonly caption: string
}

/** The theatre's photo of the view, where there is one. A photo that fails to load leaves no gap: the drawing remains. */
export function SeatPhoto({ plan, seat, locale, folder, caption }: SeatPhotoProps): ReactNode {
  const [failedUrl, setLost] = useState<string>()
  const photo = photoAt(plan, seat)
  if (!photo || photo.file === failedUrl) return null
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
