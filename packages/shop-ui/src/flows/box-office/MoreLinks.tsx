import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from './BoxOffice.module.css'

/** Links behind a button, so that the bar takes one line. The menu of a narrow screen shows them with the others. */
export function MoreLinks({ children }: { readonly children: ReactNode }) {
  const t = useWords('box-office')
  const links = useId()
  /** The page on which they were opened: another page closes them. */
  const [openAt, setOpenAt] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const isOpen = openAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpenAt(undefined)
      button.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <span
      className={styles['more']}
      data-open={isOpen || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpenAt(undefined)
      }}
    >
      <Button
        ref={button}
        look="quiet"
        aria-expanded={isOpen}
        aria-controls={links}
        onPress={() => setOpenAt(isOpen ? undefined : pathname)}
      >
        {t('frame.more')}
      </Button>
      <span id={links}>{children}</span>
    </span>
  )
}
