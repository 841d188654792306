import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { apiFile } from '#browser'
import { useFormats, useWords } from '#i18n'
import { OrderAddOns } from '#add-ons'
import { OrderDetail } from '#ticketing/OrderDetail'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { orderQuery, ProblemError, useBrand, useSession, useTicketTools } from '#server-state'
import { BookTable } from '#tables'
import styles from './OrderConfirmedPage.module.css'
import { usePayment } from './use-payment.ts'
import { NoPayment, SignInRequired } from './FallbackPages.tsx'

/** A confirmed order with its tickets. Everything is loaded by the payment id in the URL, so that the page can be reloaded. */
export function OrderConfirmedPage() {
  const { customer } = useSession()
  const [search] = useSearchParams()
  const payment = search.get('payment')
  if (!payment) return <NoPayment />
  return customer ? <Confirmed payment={payment} /> : <SignInRequired />
}

function Confirmed({ payment }: { readonly payment: string }) {
  const t = useWords('order')
  const { data, problem } = usePayment(payment)
  const isConfirmed = data?.order?.state === 'confirmed'
  if (problem?.code === 'payment-unknown') return <NoPayment />
  if (data && !isConfirmed) return <Navigate to={`/order/verify?payment=${encodeURIComponent(payment)}`} replace />
  return (
    <Page>
      {data?.order ? (
        <ConfirmedOrder number={data.order.number} />
      ) : problem ? (
        <>
          <PageHeading>{t('verify.title')}</PageHeading>
          <ProblemNotice problem={problem} />
        </>
      ) : (
        <OrderLoading />
      )}
    </Page>
  )
}

function ConfirmedOrder({ number }: { readonly number: string }) {
  const t = useWords('order')
  const { dateAndTime } = useFormats()
  const { contact, defaultLocale, timeZone, isTestShop, refundProtection } = useBrand()
  const { customer } = useSession()
  const { data: order, error, refetch } = useQuery(orderQuery(number))
  const tools = useTicketTools(number, Boolean(order?.tickets.length))
  if (!order && !error) return <OrderLoading />
  // The order was paid as a guest or as another customer before this sign-in: this customer may not see it.
  const isOtherCustomers = error instanceof ProblemError && error.problem.code === 'order-not-found'
  const isWithoutTickets = order?.tickets.length === 0
  return (
    <>
      <div className={styles.head}>
        <p className={styles.number}>
          {t('detail.title', { number })}
          {order && <span> · {t('confirmed.placed', { when: dateAndTime({ startsAt: order.placedAt, timeZone }) })}</span>}
        </p>
        <PageHeading>{t(isWithoutTickets ? 'confirmed.titleItems' : 'confirmed.title')}</PageHeading>
        {isOtherCustomers && <p className={styles.lead}>{t('confirmed.elsewhere')}</p>}
        {order && (
          <p className={styles.lead}>
            {t(isWithoutTickets ? 'confirmed.items' : `confirmed.${order.delivery.method}`, { email: customer?.email ?? '', number })}
          </p>
        )}
      </div>
      {error instanceof ProblemError && !isOtherCustomers && <ProblemNotice problem={error.problem} onRetry={refetch} />}
      {order && (
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
      )}
      {order && <OrderAddOns order={order} />}
    </>
  )
}

const OrderLoading = () => (
  <Loading>
    <SkeletonBlock height={4} />
    <SkeletonBlock height={18} />
  </Loading>
)
