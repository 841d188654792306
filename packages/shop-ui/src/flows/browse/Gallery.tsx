import { imagePath, imageSources } from '@playhouse/domain/image'
import type { ProductionImage } from '@playhouse/domain/season'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale, useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Gallery.module.css'

/** Pictures of a production in one row, uncropped. It scrolls sideways, by keyboard too. */
export function Gallery({ pictures }: { readonly pictures: readonly ProductionImage[] }) {
  const t = useWords('browse')
  const locale = useLocale()
  return (
    <section aria-labelledby="pictures-title">
      <h2 id="pictures-title">{t('pictures')}</h2>
      {/* Focusable, so that the arrow keys scroll it (WCAG 2.1.1). Pictures would cover the shadows of a ScrollRegion; the next one begins on the screen. */}
      <ul role="list" tabIndex={0} aria-labelledby="pictures-title" className={classNames(styles.strip)}>
        {pictures.map((image, nth) => (
          // A picture may be there twice.
          <li key={`${image.id} ${nth}`}>
            <img
              src={imagePath(image.id, 400)}
              srcSet={imageSources(image)}
              sizes={`${Math.round((image.width / image.height) * 20)}rem`}
              width={image.width}
              height={image.height}
              alt={textIn(image.alt, locale)}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
