import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { ChangedFields } from './ChangedFields.tsx'
import { useWallClock } from './wall-clock.ts'

type Props = Pick<PlannedPriceList, 'scheduled' | 'priceTypes'> & {
  readonly isPending: boolean
  /** Left out for those who may only read. */
  readonly onWithdraw?: (id: string) => void
}

/** Prices that begin to hold later, with a button that withdraws them. */
export function ScheduledPrices({ scheduled, priceTypes, isPending, onWithdraw }: Props) {
  const t = useWords('planning')
  const { when } = useWallClock()
  if (scheduled.length === 0) return null
  return (
    <section className={styles['panel']} aria-labelledby="scheduled-prices">
      <h2 id="scheduled-prices">{t('prices.scheduled')}</h2>
      <ul role="list" className={styles['stack']}>
        {scheduled.map(({ id, from, isRefused, fields }) => (
          <li key={id}>
            <h3>{t('prices.from', { when: when(from) })}</h3>
            {isRefused && <p>{t('prices.refused')}</p>}
            <ChangedFields fields={fields} types={priceTypes} />
            {onWithdraw && (
              <Button
                aria-label={t('prices.withdrawFrom', { when: when(from) })}
                isPending={isPending}
                onPress={() => {
                  onWithdraw(id)
                }}
              >
                {t('prices.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
