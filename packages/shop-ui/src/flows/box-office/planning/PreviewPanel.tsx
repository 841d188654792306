import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '#i18n'
import styles from '../BoxOffice.module.css'

type Props = {
  /** Its id begins with this, such as `price`. */
  readonly name: string
  /** What the server returned: each one gets the focus, because the form above may be longer than the window. */
  readonly preview: object
  readonly children: ReactNode
}

/** What a change would do, below its form, before it is saved. */
export function PreviewPanel({ name, preview, children }: Props) {
  const t = useWords('planning')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [preview])
  return (
    <section className={styles['panel']} aria-labelledby={`${name}-preview`}>
      <h2 id={`${name}-preview`} ref={heading} tabIndex={-1}>
        {t('bulk.preview')}
      </h2>
      {children}
    </section>
  )
}
