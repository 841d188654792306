import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Instance, WaitingRoomStatus } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { api } from '#server-state'
import { classNames } from '#theme'
import { alertTurn } from './turn-alerts.ts'
import { PerformanceName } from './PerformanceName.tsx'
import styles from './QueuePage.module.css'

/** Seconds until the page enters by itself: enough to hear the announcement, find the button, and cancel (WCAG 2.2.1). */
const autoEnterSeconds = 30

type AdmittedProps = {
  readonly instance: Instance
  readonly to: string
  /** The end of the visitor's turn (ISO instant). */
  readonly until: string
  /** Called with the queue status after entering. */
  readonly onAnswer: (place: WaitingRoomStatus) => void
}

/** The visitor's turn: one focused button, which presses itself after a stated time unless cancelled. */
export function Admitted({ instance, to, until, onAnswer }: AdmittedProps) {
  const t = useWords('queue')
  const navigate = useNavigate()
  const { instant } = useFormats()
  const { send, problem, isPending } = useApiMutation()
  const button = useRef<HTMLButtonElement>(null)
  const goIn = async (): Promise<void> => {
    const result = await send(() => api.queue.enter({ params: { instance: instance.id } }))
    if (!result.ok) return
    onAnswer(result.value)
    if (result.value.state === 'inside') await navigate(to, { replace: true, viewTransition: true })
  }
  const [secondsLeft, stop] = useCountdown(autoEnterSeconds, () => void goIn())
  const { title } = instance.production
  useEffect(() => {
    button.current?.focus()
    announce(t('said.admitted', { auto: t('admitted.auto', { count: autoEnterSeconds }) }), 'assertive')
    alertTurn(t('title.admitted'), t('call.body', { title }))
  }, [t, title])
  const go = (): void => {
    stop()
    void goIn()
  }
  return (
    <>
      <PageHeading>{t('title.admitted')}</PageHeading>
      <PerformanceName instance={instance} />
      {problem && <ProblemNotice problem={problem} bare />}
      <section className={classNames(styles.standing)}>
        <p className={styles.figure}>{t('admitted.lead')}</p>
        <p role="timer" aria-live="off">
          {secondsLeft === undefined ? t('admitted.stopped', { until: instant(until) }) : t('admitted.auto', { count: secondsLeft })}
        </p>
        <p className={styles.actions}>
          <Button ref={button} look="primary" large isPending={isPending} onPress={go}>
            {t('admitted.go')}
          </Button>
          {secondsLeft !== undefined && (
            <Button large onPress={stop}>
              {t('admitted.stop')}
            </Button>
          )}
        </p>
      </section>
    </>
  )
}

/** Counts down and calls `done` at the end. Returns the remaining seconds, undefined once stopped or done, and a function to stop it. */
function useCountdown(seconds: number, done: () => void): [left: number | undefined, stop: () => void] {
  const [secondsLeft, setLeft] = useState<number | undefined>(seconds)
  const atEnd = useRef(done)
  atEnd.current = done
  const isCounting = secondsLeft !== undefined
  useEffect(() => {
    if (!isCounting) return
    const until = Date.now() + seconds * 1_000
    const timer = setInterval(() => {
      const rest = Math.ceil((until - Date.now()) / 1_000)
      if (rest > 0) return setLeft(rest)
      setLeft(undefined)
      atEnd.current()
    }, 250)
    return () => clearInterval(timer)
  }, [isCounting, seconds])
  return [secondsLeft, () => setLeft(undefined)]
}
