import { useSearchParams } from 'react-router-dom'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import styles from './BoxOffice.module.css'
import { useCounterSeatName } from './useCounterSeatName.ts'
import { worthOf } from './useExchange.ts'

type Props = { readonly sold: SoldOrder; readonly tickets: readonly string[] }

/** Which tickets go back when the other seats are sold, and what they are worth. */
export function ExchangeNote({ sold, tickets }: Props) {
  const t = useWords('box-office')
  const { list, money } = useFormats()
  const nameOf = useCounterSeatName()
  const [, setSearch] = useSearchParams()
  const seats = sold.order.tickets.filter(({ id }) => tickets.includes(id)).map(nameOf)
  return (
    <section className={styles['panel']} aria-label={t('exchange.title')}>
      <p>
        <strong>{t('exchange.line', { seats: list(seats), order: sold.order.number })}</strong>{' '}
        {t('exchange.worth', { amount: money(worthOf(sold, tickets, 'exchange')) })}
      </p>
      <p className={styles['soft']}>{t('exchange.how')}</p>
      <Button look="quiet" onPress={() => setSearch({}, { replace: true })}>
        {t('exchange.stop')}
      </Button>
    </section>
  )
}
