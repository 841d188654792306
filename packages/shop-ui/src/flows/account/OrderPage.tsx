import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { useWords } from '#i18n'
import { Breadcrumb } from '#parts/Breadcrumb'
import { OrderDetail } from '#parts/OrderDetail'
import { PageHeading } from '#parts/PageHeading'
import { orderQuery, useBrand } from '#session'
import { AccountFrame } from './AccountFrame.tsx'

/** One order of the account with its tickets. */
export const OrderPage = () => (
  <AccountFrame>
    <OneOrder number={useParams()['number'] ?? ''} />
  </AccountFrame>
)

function OneOrder({ number }: { readonly number: string }) {
  const t = useWords('account')
  const { contact } = useBrand()
  const { data: order } = useSuspenseQuery(orderQuery(number))
  const name = t('orders.number', { number: order.number })
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('orders.title'), to: '/account/your-orders' }, { label: name }]} />
      <PageHeading>{name}</PageHeading>
      <OrderDetail order={order} contact={contact} />
    </>
  )
}
