import type { Basket } from '@playhouse/api-client/contract'
import { useDayFormat, useTheatreLanguage, useWords } from '#i18n'
import { api, useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from './BoxOffice.module.css'
import { setCounterState, useStaffMutation } from './counter-state.ts'

type Props = { readonly subscriptions: NonNullable<Basket['subscriptions']> }

/** The vouchers of the customer's subscriptions that pay for tickets of the sale, and a button that leaves them out or uses them again. */
export function SubscriptionVouchers({ subscriptions: { isUsed, used } }: Props) {
  const t = useWords('box-office')
  const day = useDayFormat()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { send, problem, isPending } = useStaffMutation()
  const change = () =>
    send(() => api.counter.setSubscriptions({ body: { isUsed: !isUsed } }), {
      onSuccess: setCounterState,
      message: () => t(isUsed ? 'subscriptions.unused' : 'subscriptions.used'),
    })
  return (
    <section className={styles['line']} aria-label={t('subscriptions.title')}>
      {problem && <ProblemNotice problem={problem} bare />}
      <ul role="list">
        {used.map(({ id, name, vouchers, left, expiresOn }) => (
          <li key={id} lang={lang}>
            <p>{t(isUsed ? 'subscriptions.pays' : 'subscriptions.couldPay', { name, count: vouchers })}</p>
            {isUsed && <p className={styles['soft']}>{t('subscriptions.left', { count: left - vouchers, day: day(expiresOn) })}</p>}
          </li>
        ))}
      </ul>
      <Button look="quiet" onPress={() => void change()} isPending={isPending}>
        {t(isUsed ? 'subscriptions.leave' : 'subscriptions.use')}
      </Button>
    </section>
  )
}
