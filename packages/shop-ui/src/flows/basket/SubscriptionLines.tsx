import type { Basket } from '@playhouse/api-client/contract'
import { useDayFormat, useTheatreLanguage, useWords } from '#i18n'
import { useApiMutation } from '#mutation'
import { useBrand, useSetSubscriptions } from '#server-state'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from './PromoLine.module.css'

/** The vouchers of the customer's subscriptions: which pay for tickets, and a button that leaves them out or uses them again. */
export function SubscriptionLines({ subscriptions: { isUsed, used } }: { readonly subscriptions: NonNullable<Basket['subscriptions']> }) {
  const t = useWords('basket')
  const day = useDayFormat()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const set = useSetSubscriptions()
  const mutation = useApiMutation()
  const change = () =>
    mutation.send(() => set.mutateAsync({ body: { isUsed: !isUsed } }), {
      message: t(isUsed ? 'subscriptions.unused' : 'subscriptions.used'),
    })
  return (
    <section className={styles.promo} aria-label={t('subscriptions.title')}>
      {mutation.problem && <ProblemNotice problem={mutation.problem} />}
      <ul role="list">
        {used.map(({ id, name, vouchers, left, expiresOn }) => (
          <li key={id} lang={lang}>
            <p>{t(isUsed ? 'subscriptions.pays' : 'subscriptions.couldPay', { name, count: vouchers })}</p>
            {isUsed && <p>{t('subscriptions.left', { count: left - vouchers, day: day(expiresOn) })}</p>}
          </li>
        ))}
      </ul>
      <p>
        <Button onPress={() => void change()} isPending={mutation.isPending}>
          {t(isUsed ? 'subscriptions.leave' : 'subscriptions.use')}
        </Button>
      </p>
    </section>
  )
}
