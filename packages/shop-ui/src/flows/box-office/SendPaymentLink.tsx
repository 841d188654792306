import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api, queryClient, useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { paymentLinksQuery, setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'

type Props = {
  /** Gets a translated sentence with the result. */
  readonly onSent: (message: string) => void
}

/** Mails the customer a link to pay online for the basket, which leaves the counter. */
export function SendPaymentLink({ onSent }: Props) {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { limits, timeZone } = useBrand()
  const { basket, customer } = useCounterState()
  const { send, problem, isPending } = useStaffMutation()
  if (limits.paymentLinkHours === undefined) return null
  const create = async (): Promise<void> => {
    const { version, quote } = basket
    const sent = await send(() => api.staffPaymentLinks.create({ body: { version, ...(quote !== undefined && { quote }) } }))
    if (!sent.ok) return
    const { desk, email, until } = sent.value
    void queryClient.invalidateQueries(paymentLinksQuery)
    setCounterState(desk)
    onSent(t('links.created', { email, until: dateAndTime({ startsAt: until, timeZone }) }))
  }
  return (
    <section aria-labelledby="payment-link" className={styles['stack']}>
      <h3 id="payment-link">{t('links.create')}</h3>
      {problem && <ProblemNotice problem={problem} bare />}
      <p>{customer ? t('links.hint', { email: customer.email }) : t('links.noCustomer')}</p>
      <Button isPending={isPending} isDisabled={!customer} onPress={() => void create()}>
        {t('links.create')}
      </Button>
    </section>
  )
}
