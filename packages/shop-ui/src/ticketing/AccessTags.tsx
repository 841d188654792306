import { AudioLines, Captions, Hand, Leaf } from 'lucide-react'
import type { AccessTag } from '@playhouse/domain/season'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './AccessTags.module.css'

const signs = { captioned: Captions, 'audio-described': AudioLines, bsl: Hand, relaxed: Leaf } as const

/** The access services of a performance, such as captions. Renders nothing if there are none. */
export function AccessTags({ tags }: { readonly tags: readonly AccessTag[] }) {
  const t = useWords('part')
  if (tags.length === 0) return null
  return (
    <ul role="list" className={classNames(styles.tags)} aria-label={t('accessTags')}>
      {tags.map((tag) => {
        const Sign = signs[tag]
        return (
          <li key={tag} className={styles.tag}>
            <Sign aria-hidden="true" />
            {t(`accessTag.${tag}`)}
          </li>
        )
      })}
    </ul>
  )
}
