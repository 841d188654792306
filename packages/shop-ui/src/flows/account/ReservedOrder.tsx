import { useNavigate } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Price } from '#ticketing/Price'
import { ProblemNotice } from '#ui/ProblemNotice'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { useApiMutation } from '#mutation'
import { ordersQuery, queryClient, useAddReservedOrder } from '#server-state'
import type { OrderWithPerformance } from './order-lists.ts'
import styles from './OrdersPage.module.css'

/** A reserved order, and the button that adds it to the basket to be paid. */
export function ReservedOrder({ order }: { readonly order: OrderWithPerformance }) {
  const t = useWords('account')
  const { dateAndTime, instant } = useFormats()
  const navigate = useNavigate()
  const add = useAddReservedOrder()
  const { send, problem } = useApiMutation()
  const pay = async (): Promise<void> => {
    const result = await send(() => add.mutateAsync({ params: { number: order.number } }))
    void queryClient.invalidateQueries(ordersQuery)
    if (result.ok) await navigate('/checkout/basket')
  }
  return (
    <li className={styles.order}>
      {problem && <ProblemNotice problem={problem} />}
      <h3>
        <ProductionTitle of={order} />
      </h3>
      <p>
        <time dateTime={order.firstAt}>{dateAndTime({ startsAt: order.firstAt, timeZone: order.timeZone })}</time>
      </p>
      <p className={styles.facts}>
        {t('orders.count', { count: order.count })} · <Price amount={order.total} free /> · {t('orders.number', { number: order.number })}
      </p>
      {order.heldUntil && <p>{t('orders.heldUntil', { until: instant(order.heldUntil) })}</p>}
      <p>
        {order.state === 'in-basket' ? (
          <LinkButton to="/checkout/basket">{t('orders.inBasket')}</LinkButton>
        ) : (
          <Button look="primary" isPending={add.isPending} onPress={() => void pay()}>
            {t('orders.pay')}
          </Button>
        )}
      </p>
      {order.isGroup && (
        <p>
          <Link to={`/account/your-orders/${encodeURIComponent(order.number)}?names`}>{t('orders.names')}</Link>
        </p>
      )}
    </li>
  )
}
