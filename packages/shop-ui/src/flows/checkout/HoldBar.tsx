import { useState } from 'react'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { HoldTimer } from '#ticketing/HoldTimer'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useTimeLeft } from '#browser'
import { type AnsweredProblem, useBasket, useBrand, useExtendHold } from '#server-state'
import styles from './HoldBar.module.css'

/** How long the seats are held, and more time by one press (WCAG 2.2.1). Nothing where nothing is held. */
export function HoldBar() {
  const t = useWords('checkout')
  const { time } = useFormats()
  const { limits, timeZone } = useBrand()
  const basket = useBasket()
  const extend = useExtendHold()
  const left = useTimeLeft(basket.deadline)
  const [problem, setProblem] = useState<AnsweredProblem>()

  const takeMoreTime = async (): Promise<void> => {
    const result = await extend.mutateAsync()
    setProblem(result.ok ? undefined : result.error)
    if (result.ok && result.value.deadline) announce(t('said.extended', { time: time({ startsAt: result.value.deadline, timeZone }) }))
  }

  if (basket.state === 'paying') return <p className={styles.paying}>{t('hold.paying')}</p>
  if (basket.tickets.length === 0 || left === undefined) return null
  return (
    <>
      <div className={styles.bar}>
        <HoldTimer left={left} holdSeconds={limits.holdSeconds} />
        {basket.extensionsLeft > 0 ? (
          <Button look="quiet" onPress={takeMoreTime} isPending={extend.isPending}>
            {t('hold.more')}
          </Button>
        ) : (
          <span className={styles.last}>{t('hold.last')}</span>
        )}
      </div>
      {problem && <ProblemNotice problem={problem} bare />}
    </>
  )
}
