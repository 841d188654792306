import { useEffect, useRef } from 'react'
import type { GuestOrder } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import styles from './BoxOffice.module.css'
import { DataTable } from './DataTable.tsx'
import { inlineText } from './customer-text.ts'
import { customerName } from './CustomerText.tsx'

type Props = {
  readonly orders: readonly GuestOrder[]
  /** Whether there are older ones. */
  readonly hasMore: boolean
  /** Whether the first order gets the focus: no customer was found. */
  readonly isFocused: boolean
}

/** The orders of guests that match a search, as links. A guest has no account to serve. */
export function GuestOrders({ orders, hasMore, isFocused }: Props) {
  const t = useWords('box-office')
  const { instant } = useFormats()
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFocused) first.current?.focus()
  }, [orders, isFocused])
  const columns = [
    { key: 'order', label: t('search.guestOrders.order') },
    ...(['name', 'email', 'phone'] as const).map((key) => ({ key, label: t(`customer.${key}`) })),
    { key: 'placed', label: t('search.guestOrders.placed') },
  ]
  return (
    <section className={styles['stack']} aria-labelledby="guest-orders">
      <h2 id="guest-orders">{t('search.guestOrders.title')}</h2>
      <DataTable label={t('search.guestOrders.title')} columns={columns} className={styles['found']}>
        <tbody>
          {orders.map((order, at) => (
            <tr key={order.number}>
              <th scope="row">
                <Link to={`/smart/orders/${order.number}`} {...(at === 0 && { ref: first })}>
                  {order.number}
                </Link>
              </th>
              <td>
                <bdi className={styles['their']}>{customerName(order)}</bdi>
              </td>
              <td>
                <bdi className={styles['their']}>{order.email}</bdi>
              </td>
              <td>
                <bdi>{inlineText(order.phone)}</bdi>
              </td>
              <td>{instant(order.placedAt)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {hasMore && <p>{t('search.guestOrders.more', { count: orders.length })}</p>}
    </section>
  )
}
