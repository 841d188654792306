import type { ReactNode } from 'react'
import { classNames } from '#theme'
import styles from './Page.module.css'

/** The column of a page's content, with the shop's margins. `reading` is narrow: forms, one column of text. */
export const Page = ({ width = 'page', children }: { readonly width?: 'page' | 'reading'; readonly children: ReactNode }) => (
  <div className={classNames(styles.page, width === 'reading' && styles.reading)}>{children}</div>
)
