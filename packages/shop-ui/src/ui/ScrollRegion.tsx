import type { ReactNode } from 'react'
import { classNames } from '#theme'
import styles from './ScrollRegion.module.css'

/** The name of the region, or the id of the heading that names it. */
type Name = { readonly label: string } | { readonly labelledBy: string }

/**
 * Content that may be wider than the screen, such as a table. It scrolls sideways, shows by a shadow where more content is, and is a
 * named region with a tab stop, so that the arrow keys scroll it (WCAG 2.1.1).
 */
export const ScrollRegion = ({ children, ...name }: Name & { readonly children: ReactNode }) => (
  <div
    className={classNames(styles.region)}
    role="region"
    tabIndex={0}
    {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy })}
  >
    {children}
  </div>
)

/** The same where the content has controls: they let the keyboard scroll, so that it needs neither a name nor a tab stop. */
export const ScrollArea = ({ children }: { readonly children: ReactNode }) => <div className={classNames(styles.region)}>{children}</div>
