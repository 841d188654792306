import type { ReactNode } from 'react'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { useFormats, useWords } from '#i18n'
import { AddressLines } from '#form/AddressLines'
import { stepPath } from '#ticketing/CheckoutSteps'
import { Link } from '#ui/Link'
import { Totals, useItemName } from '#ticketing/Totals'
import { useBasket } from '#server-state'
import { OrderedTickets } from '../OrderAside.tsx'
import { useSteps } from '../steps-context.ts'
import styles from './OrderReview.module.css'

/** Everything of an order once more, each part with a way back to where it is changed. */
export function WholeOrder() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const nameOf = useItemName()
  const steps = useSteps()
  const { tickets, items, delivery, billing, totals } = useBasket()
  const whereBilled = steps.includes('billing-address') ? 'billing-address' : 'billing'
  return (
    <div className={styles.sheet}>
      <Part title={t('summary.tickets')} edit="basket" editLabel={t('summary.editTickets')}>
        <OrderedTickets tickets={tickets} />
      </Part>
      {items.length > 0 && (
        <Part title={t('summary.items')} edit="basket" editLabel={t('summary.editItems')}>
          {items.map((item) => (
            <p key={item.id}>
              {nameOf(item)}: {money(item.amount)}
            </p>
          ))}
        </Part>
      )}
      <Part title={t('summary.delivery')} edit="delivery" editLabel={t('summary.editDelivery')}>
        <p>{t(`delivery.${delivery.method}`)}</p>
        {delivery.address && <AddressLines address={delivery.address} />}
      </Part>
      {billing && (
        <Part title={t('billing.address')} edit={whereBilled} editLabel={t('summary.editBilling')}>
          <p>
            {billing.firstName} {billing.lastName}
          </p>
          <AddressLines address={billing.address} />
        </Part>
      )}
      <Totals totals={totals} items={items} />
    </div>
  )
}

type PartProps = { readonly title: string; readonly edit: CheckoutStep; readonly editLabel: string; readonly children: ReactNode }

/** A part whose step the brand doesn't compose can't be changed. */
function Part({ title, edit, editLabel, children }: PartProps) {
  const steps = useSteps()
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {steps.includes(edit) && <Link to={stepPath(edit)}>{editLabel}</Link>}
      </div>
      {children}
    </section>
  )
}
