import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { HoldTimer } from '#ticketing/HoldTimer'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useTimeLeft } from '#browser'
import { useApiMutation } from '#mutation'
import { useBasket, useBrand, useExtendHold } from '#server-state'
import styles from './HoldBar.module.css'

/** The time left of the hold, and a button that extends it (WCAG 2.2.1). Nothing without held seats or items. */
export function HoldBar() {
  const t = useWords('checkout')
  const { time } = useFormats()
  const { limits, timeZone } = useBrand()
  const basket = useBasket()
  const extend = useExtendHold()
  const remainingMs = useTimeLeft(basket.deadline)
  const { send, problem, isPending } = useApiMutation()

  const takeMoreTime = () =>
    send(() => extend.mutateAsync(), {
      message: ({ deadline }) => (deadline ? t('said.extended', { time: time({ startsAt: deadline, timeZone }) }) : undefined),
    })

  if (basket.state === 'paying') return <p className={styles.paying}>{t('hold.paying')}</p>
  if (remainingMs === undefined) return null
  return (
    <>
      <div className={styles.bar}>
        <HoldTimer millisecondsLeft={remainingMs} holdSeconds={limits.holdSeconds} />
        {basket.extensionsLeft > 0 ? (
          <Button look="quiet" onPress={() => void takeMoreTime()} isPending={isPending}>
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
