import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { useWords } from '#i18n'

type Props = {
  readonly title: string
  /** The password or the token, which the server does not return again. */
  readonly secret: string
  readonly children: ReactNode
  readonly onDone: () => void
}

/** Shows a secret once, with the focus on it, until the staff user has kept it. */
export function OnceShown({ title, secret, children, onDone }: Props) {
  const t = useWords('administration')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [secret])
  return (
    <Notice tone="success" title={title} tabIndex={-1} ref={notice}>
      <p>{children}</p>
      <p className={styles['code']}>{secret}</p>
      <NoticeActions>
        <Button onPress={onDone}>{t('once.done')}</Button>
      </NoticeActions>
    </Notice>
  )
}
