import type { DeskCustomer } from '@playhouse/api-client/contract'
import { useNavigate } from 'react-router-dom'
import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import { LinkButton } from '#parts/LinkButton'
import { ProblemNotice } from '#parts/ProblemNotice'
import { api } from '#session'
import styles from './BoxOffice.module.css'
import { keepDesk, useAct } from './desk.ts'

/** What the counter should know of whom it serves. What they wrote is text, whatever it looks like. */
export function CustomerCard({ customer }: { readonly customer: DeskCustomer }) {
  const t = useWords('box-office')
  const { list, money, when } = useFormats()
  const navigate = useNavigate()
  const { act, problem, isPending } = useAct()
  const sell = async (number: string): Promise<void> => {
    const desk = await act(() => api.counter.takeReserved({ params: { number } }))
    if (!desk) return
    keepDesk(desk)
    await navigate(`/smart/book/${desk.basket.tickets[0]!.instance}`)
  }
  const { title, firstName, lastName, email, phone, postcode, memberships, access, credit, notes, orders } = customer
  return (
    <section className={styles['panel']} aria-labelledby="served">
      <h2 id="served">{[title, firstName, lastName].filter(Boolean).join(' ')}</h2>
      <p>{[email, phone, postcode].filter(Boolean).join(' · ')}</p>
      {access && <p>{t('customer.access', { needs: list(access.map((need) => t(`need.${need}`))) })}</p>}
      {memberships.length > 0 && <p>{t('customer.memberships', { names: list(memberships) })}</p>}
      {credit > 0 && <p>{t('customer.credit', { amount: money(credit) })}</p>}
      {notes.length > 0 && (
        <>
          <h3>{t('customer.notes')}</h3>
          <ul>
            {notes.map(({ order, note, accessNote }) => (
              <li key={order}>
                {order}: {[accessNote, note].filter(Boolean).join(' – ')}
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
                {t('customer.order', {
                  number: order.number,
                  title: order.title,
                  when: when({ startsAt: order.firstAt, timeZone: order.timeZone }),
                  count: order.count,
                  state: t(`orderState.${order.state}`),
                })}{' '}
                {order.state === 'reserved' && (
                  <Button isPending={isPending} onPress={() => void sell(order.number)}>
                    {t('customer.sellReserved')}
                  </Button>
                )}
                {order.state === 'confirmed' && (
                  <a href={`/api/staff/orders/${order.number}/tickets.pdf`} target="_blank" rel="noreferrer">
                    {t('done.print')}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <LinkButton look="primary" to="/smart/book">
        {t('customer.book')}
      </LinkButton>
    </section>
  )
}
