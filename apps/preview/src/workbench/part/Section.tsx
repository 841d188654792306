import type { ReactNode } from 'react'
import { Disclosure } from '@playhouse/shop-ui/ui/Disclosure'
import styles from './Section.module.css'

type SectionProps = { readonly title: string; readonly children: ReactNode; readonly isInitiallyOpen?: boolean }

/** A group of the panel with a heading that opens and closes it. */
export const Section = ({ title, children, isInitiallyOpen = false }: SectionProps) => (
  <div className={styles['section']}>
    <Disclosure label={title} level={2} isInitiallyOpen={isInitiallyOpen}>
      <div className={styles['fields']}>{children}</div>
    </Disclosure>
  </div>
)
