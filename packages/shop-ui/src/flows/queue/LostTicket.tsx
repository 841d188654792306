import { useEffect, useRef } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { PerformanceName } from './PerformanceName.tsx'

type LostTicketProps = {
  readonly instance: Instance
  /** `lapsed`: the turn passed unused; `moved`: another device has taken over the queue ticket. */
  readonly how: 'lapsed' | 'moved'
  readonly onJoin: () => void
}

/** The visitor's queue ticket is no longer valid. Announces it and focuses the button to join again, since the focused element is gone. */
export function LostTicket({ instance, how, onJoin }: LostTicketProps) {
  const t = useWords('queue')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    announce(`${t(`title.${how}`)}. ${t(`${how}.detail`)}`, 'assertive')
  }, [t, how])
  return (
    <>
      <PageHeading>{t(`title.${how}`)}</PageHeading>
      <PerformanceName instance={instance} />
      <p>{t(`${how}.detail`)}</p>
      <p>
        <Button ref={button} look="primary" large onPress={onJoin}>
          {t(`${how}.again`)}
        </Button>
      </p>
    </>
  )
}
