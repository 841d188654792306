import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { apiFile } from '#browser'
import { useWords } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { OrderAddOns } from '#add-ons'
import { OrderDetail } from '#ticketing/OrderDetail'
import { PageHeading } from '#ui/PageHeading'
import { orderQuery, useBrand, useTicketTools } from '#server-state'
import { BookTable } from '#tables'
import { AccountFrame } from './AccountFrame.tsx'
import { ChangeFood } from './ChangeFood.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { GroupNamesPage } from './GroupNamesPage.tsx'
import { OrderLists } from './OrdersPage.tsx'
import { ReturnParts } from './ReturnParts.tsx'

/** One order with its tickets or with the names of its group, or the orders of a venue where the path names a venue of the brand. */
export const OrderPage = () => {
  const { number = '' } = useParams()
  const venue = useBrand().account.venues.find(({ id }) => id === number)
  const areNamesShown = useSearchParams()[0].has('names')
  const One = areNamesShown ? GroupNamesPage : OneOrder
  return <AccountFrame>{venue ? <OrderLists venue={venue} /> : <One key={number} number={number} />}</AccountFrame>
}

function OneOrder({ number }: { readonly number: string }) {
  const t = useWords('account')
  const { contact, defaultLocale, isTestShop, refundProtection } = useBrand()
  const { data: order } = useSuspenseQuery(orderQuery(number))
  const tools = useTicketTools(number, order.tickets.length > 0)
  const name = t('orders.number', { number: order.number })
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('orders.title'), to: '/account/your-orders' }, { label: name }]} />
      <PageHeading>{name}</PageHeading>
      <OrderDetail
        order={order}
        contact={contact}
        theatreLocale={defaultLocale}
        refundProtection={refundProtection}
        fileUrl={apiFile}
        tables={BookTable}
        tools={tools}
        isTest={isTestShop}
      />
      <OrderAddOns order={order} />
      <ChangeFood order={order} />
      <CancelOrder order={order} />
      <ReturnParts order={order} />
    </>
  )
}
