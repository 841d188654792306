import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { useCounterSeatName } from './useCounterSeatName.ts'
import { type Exchange, exchangeSearch, useExchange, ticketsValue } from './useExchange.ts'

type Props = {
  readonly exchange: Exchange
  /** The performance whose seats are shown; undefined while none is chosen. */
  readonly instance?: string
}

/** The tickets of an exchange, their value, and a link to other performances. They are returned when the other seats are sold. */
export function ExchangeNote({ exchange, instance }: Props) {
  const t = useWords('box-office')
  const { list, money, when } = useFormats()
  const seatName = useCounterSeatName()
  const { end } = useExchange()
  const { sold, tickets } = exchange
  const exchangedTickets = sold.order.tickets.filter(({ id }) => tickets.includes(id))
  const seatsByPerformance = [...Map.groupBy(exchangedTickets, (ticket) => ticket.instance).values()].map((tickets) => {
    const [first] = tickets
    const seats = list(tickets.map(seatName))
    return first!.instance === instance ? seats : t('exchange.evening', { seats, title: first!.title, when: when(first!) })
  })
  return (
    <section className={styles['panel']} aria-label={t('exchange.title')}>
      <p>
        <strong>{t('exchange.line', { seats: list(seatsByPerformance), order: sold.order.number })}</strong>{' '}
        {t('exchange.worth', { amount: money(ticketsValue(sold, tickets)) })}
      </p>
      <p className={styles['soft']}>{t('exchange.how')}</p>
      <div className={classNames(styles['inline'], styles['line'])}>
        {instance !== undefined && <Link to={`/smart/book${exchangeSearch(exchange)}`}>{t('exchange.otherEvening')}</Link>}
        <Button look="quiet" onPress={end}>
          {t('exchange.stop')}
        </Button>
      </div>
    </section>
  )
}
