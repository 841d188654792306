import type { CSSProperties, ReactNode } from 'react'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Skeleton.module.css'

/** Placeholder of a line of text; `share` of the width from 0 to 1. */
export const SkeletonLine = ({ share = 1 }: { readonly share?: number }) => (
  <span className={classNames(styles.skeleton, styles.line)} style={{ '--share': `${share * 100}%` } as CSSProperties} aria-hidden="true" />
)

/** Placeholder of a block: its height by `ratio` (width / height) or `height` in rem. */
export const SkeletonBlock = ({ ratio, height }: { readonly ratio?: number; readonly height?: number }) => (
  <span
    className={classNames(styles.skeleton, styles.block)}
    style={{ '--ratio': ratio ?? 'auto', '--height': height === undefined ? 'auto' : `${height}rem` } as CSSProperties}
    aria-hidden="true"
  />
)

/** Announces loading once; wraps the skeletons of a screen. */
export function Loading({ children }: { readonly children: ReactNode }) {
  const t = useWords('part')
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      {children}
    </div>
  )
}
