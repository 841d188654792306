import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './PageHeading.module.css'

export type PageHeadingProps = {
  readonly children: ReactNode
  /** The document's title, where the heading isn't plain text or says too little: "Change price types". */
  readonly title?: string
  /** As large as the window allows: home and event pages. */
  readonly hero?: boolean
  /** The language of the house's own copy, where it isn't the page's. */
  readonly lang?: string
}

/** The first page is read from the top by the browser; later ones begin at their heading. */
let firstPath: string | undefined

/**
 * The one `h1` of a page. It names the document, and after a navigation takes the focus, so that a screen reader reads
 * where one has come and Tab goes on from there.
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
    <h1 ref={heading} tabIndex={-1} lang={lang} className={classNames(styles.heading, hero && styles.hero)}>
      {children}
    </h1>
  )
}
