import type { ReactNode } from 'react'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { isPosted } from '@playhouse/domain/postage'
import { useFormats, useWords } from '#i18n'
import { AddressLines } from '#form/AddressLines'
import { stepPath } from '#ticketing/CheckoutSteps'
import { Link } from '#ui/Link'
import { useItemName, useItemNotes } from '#ticketing/ItemText'
import { Totals } from '#ticketing/Totals'
import { useBasket, useBrand } from '#server-state'
import { OrderedTickets } from '../OrderAside.tsx'
import { useSteps } from '../steps-context.ts'
import styles from './OrderReview.module.css'

/** All parts of an order, each with a link to the step that changes it. */
export function OrderReview() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const itemName = useItemName()
  const itemNotes = useItemNotes()
  const steps = useSteps()
  const { tickets, items, delivery, billing, totals } = useBasket()
  const { defaultLocale } = useBrand()
  const billingStep = steps.includes('billing-address') ? 'billing-address' : 'billing'
  return (
    <div className={styles.sheet}>
      {tickets.length > 0 && (
        <ReviewSection title={t('summary.tickets')} edit="basket" editLabel={t('summary.editTickets')}>
          <OrderedTickets tickets={tickets} />
        </ReviewSection>
      )}
      {items.length > 0 && (
        <ReviewSection
          title={t(tickets.length > 0 ? 'summary.items' : 'summary.itemsAlone')}
          edit="basket"
          editLabel={t(tickets.length > 0 ? 'summary.editItems' : 'summary.editItemsAlone')}
        >
          {items.map((item) => (
            <p key={item.id}>
              {[itemName(item), ...itemNotes(item)].join(', ')}: {money(item.amount)}
            </p>
          ))}
        </ReviewSection>
      )}
      {(tickets.length > 0 || items.some(isPosted)) && (
        <ReviewSection title={t('summary.delivery')} edit="delivery" editLabel={t('summary.editDelivery')}>
          {tickets.length > 0 && <p>{t(`delivery.${delivery.method}`)}</p>}
          {items.some(isPosted) && <p>{t('delivery.goods')}</p>}
          {delivery.address && <AddressLines address={delivery.address} />}
        </ReviewSection>
      )}
      {billing && (
        <ReviewSection title={t('billing.address')} edit={billingStep} editLabel={t('summary.editBilling')}>
          <p>
            {billing.firstName} {billing.lastName}
          </p>
          <AddressLines address={billing.address} />
        </ReviewSection>
      )}
      <Totals theatreLocale={defaultLocale} totals={totals} items={items} hasTickets={tickets.length > 0} />
    </div>
  )
}

type SectionProps = { readonly title: string; readonly edit: CheckoutStep; readonly editLabel: string; readonly children: ReactNode }

/** A part without a step in the brand has no link. */
function ReviewSection({ title, edit, editLabel, children }: SectionProps) {
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
