import { useEffect, useRef } from 'react'
import type { CounterCustomer, OrderSummary } from '@playhouse/api-client/contract'
import { useNavigate } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { useItemName } from '#ticketing/ItemText'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useStaffMutation } from './counter-state.ts'
import { inlineText } from './customer-text.ts'
import { CustomerGiftAid } from './CustomerGiftAid.tsx'
import { customerName, CustomerText } from './CustomerText.tsx'

/** The current customer: contact details, access needs, memberships, credit, notes and orders. Customers' texts are shown as plain text. */
export function CustomerCard({
  customer,
  isNewlySelected = false,
}: {
  readonly customer: CounterCustomer
  /** Selected just now: the link to the performances gets the focus. */ readonly isNewlySelected?: boolean
}) {
  const t = useWords('box-office')
  const { list, money } = useFormats()
  const navigate = useNavigate()
  const next = useRef<HTMLAnchorElement>(null)
  const { id } = customer
  useEffect(() => {
    if (isNewlySelected) next.current?.focus()
  }, [isNewlySelected, id])
  const { send, problem, isPending } = useStaffMutation()
  const sell = async (number: string): Promise<void> => {
    const result = await send(() => api.counter.takeReserved({ params: { number } }), { onSuccess: setCounterState })
    if (result.ok) await navigate(`/smart/book/${result.value.basket.tickets[0]!.instance}`)
  }
  const { email, phone, postcode, memberships, access, credit, notes, orders, giftAid } = customer
  return (
    <section className={styles['panel']} aria-labelledby="served">
      <h2 id="served" className={styles['their']}>
        <bdi>{customerName(customer)}</bdi>
      </h2>
      <p className={styles['their']}>
        {[email, phone, postcode]
          .filter((line) => line !== null && line !== '')
          .map((line, at) => (
            <span key={at}>
              {at > 0 && ' · '}
              <bdi>{inlineText(line!)}</bdi>
            </span>
          ))}
      </p>
      {access && <p>{t('customer.access', { needs: list(access.map((need) => t(`need.${need}`))) })}</p>}
      {memberships.length > 0 && <p>{t('customer.memberships', { names: list(memberships) })}</p>}
      {credit > 0 && <p>{t('customer.credit', { amount: money(credit) })}</p>}
      {giftAid && <CustomerGiftAid key={id} customer={customer} giftAid={giftAid} />}
      {notes.length > 0 && (
        <>
          <h3>{t('customer.notes')}</h3>
          <ul>
            {notes.map(({ order, note, accessNote, dietaryNote }) => (
              <li key={order}>
                <Link to={`/smart/orders/${order}`}>{order}</Link>
                {[accessNote, dietaryNote && t('customer.dietary', { note: dietaryNote }), note].filter(Boolean).map((text, at) => (
                  <p key={at}>
                    <CustomerText text={text} />
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {problem && <ProblemNotice problem={problem} bare />}
      {orders.length > 0 && (
        <>
          <h3>{t('customer.orders')}</h3>
          <ul>
            {orders.map((order) => (
              <li key={order.number}>
                <OrderText order={order} />{' '}
                {order.state === 'reserved' && (
                  <Button isPending={isPending} onPress={() => void sell(order.number)}>
                    {t('customer.sellReserved')}
                  </Button>
                )}
                {order.state !== 'reserved' && order.state !== 'in-basket' && (
                  <Link to={`/smart/orders/${order.number}`}>{t('customer.open')}</Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <LinkButton look="primary" to="/smart/book" ref={next}>
        {t('customer.book')}
      </LinkButton>
    </section>
  )
}

/** An order in one line: its performance, or else its items and the day it was placed on. */
function OrderText({ order }: { readonly order: OrderSummary }) {
  const t = useWords('box-office')
  const { when, list, instant } = useFormats()
  const itemName = useItemName()
  const { number, title, firstAt, timeZone, count, items, placedAt } = order
  const state = t(`orderState.${order.state}`)
  if (title === null || firstAt === null || timeZone === null)
    return t('customer.orderOfItems', { number, what: list(items.map(itemName)), when: instant(placedAt), state })
  return t('customer.order', { number, title, when: when({ startsAt: firstAt, timeZone }), count, state })
}
