import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './PageHeading.module.css'

export type PageHeadingProps = {
  readonly children: ReactNode
  /** Title of the document if the heading is not plain text or is too short: "Change price types". */
  readonly title?: string
  /** Display size: home and event pages. */
  readonly hero?: boolean
  /** Language of the theatre's copy if it differs from the page's. */
  readonly lang?: string | undefined
}

/** Screen readers read the first page from its top; later pages begin at their heading. */
let firstPath: string | undefined

/**
 * The `h1` of a page. It sets the document's title, as the server does with `titleOfPage`, and takes the focus after a navigation, so that a screen reader announces the
 * new page and Tab continues from there.
 */
export function PageHeading({ children, title, hero = false, lang }: PageHeadingProps) {
  const t = useWords('part')
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const name = title ?? (typeof children === 'string' ? children : undefined)
  useEffect(() => {
    document.title = t('documentTitle', { page: name ?? heading.current?.textContent ?? '' })
  }, [name, t])
  useEffect(() => {
    firstPath ??= pathname
    if (firstPath !== pathname) {
      heading.current?.focus({ preventScroll: true })
      firstPath = ''
    }
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang} data-title={title} className={classNames(styles.heading, hero && styles.hero)}>
      {children}
    </h1>
  )
}
