import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { PaymentStatus } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { MandatePage } from './MandatePage.tsx'
import { PolledPage } from './PolledPage.tsx'
import { paymentQuery, useBrand, useSession } from '#server-state'

const outcomes = { confirming: 'verify', confirmed: 'confirmed', failed: 'failed' } as const
/** In milliseconds. A bank takes days, so that a long interval is enough. */
const pollIntervalMs = 5_000

/** The state of a direct debit, or of the mandate that is set up for later ones. The server's state decides the page, not the URL. */
export function DirectDebitPage() {
  const { customer } = useSession()
  const [search] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const payment = search.get('payment')
  const mandate = search.get('mandate')
  if (mandate)
    return customer ? <MandatePage mandate={mandate} /> : <Navigate to={`/login?next=${encodeURIComponent(pathname + query)}`} replace />
  if (!payment) return <Navigate to="/order/verify" replace />
  if (!customer) return <Navigate to={`/order/verify?payment=${encodeURIComponent(payment)}`} replace />
  return <DebitPayment payment={payment} />
}

function DebitPayment({ payment }: { readonly payment: string }) {
  const query = useQuery({
    ...paymentQuery(payment),
    refetchInterval: ({ state }) => (state.data?.order?.state === 'confirming' ? pollIntervalMs : false),
  })
  return <PolledPage query={query}>{(status) => <DebitPage payment={payment} status={status} />}</PolledPage>
}

function DebitPage({ payment, status }: { readonly payment: string; readonly status: PaymentStatus }) {
  const { outcome } = useParams()
  const debitState = debitStateOf(status)
  const query = encodeURIComponent(payment)
  if (!debitState) return <Navigate to={`/order/verify?payment=${query}`} replace />
  if (outcome !== outcomes[debitState]) return <Navigate to={`/order/direct-debits/${outcomes[debitState]}?payment=${query}`} replace />
  return <DebitOutcome stands={debitState} number={status.order?.number ?? ''} />
}

function debitStateOf({ order }: PaymentStatus): keyof typeof outcomes | undefined {
  return order && order.state !== 'completing' ? order.state : undefined
}

function DebitOutcome({ stands: state, number }: { readonly stands: keyof typeof outcomes; readonly number: string }) {
  const t = useWords('checkout')
  const { contact } = useBrand()
  return (
    <Page width="reading">
      <PageHeading>{t(`debit.${state}Title`)}</PageHeading>
      <p role="status">{t(`debit.${state}`, { number })}</p>
      <NoticeActions>
        {state !== 'failed' && (
          <LinkButton look="primary" to={`/account/your-orders/${encodeURIComponent(number)}`}>
            {t('debit.order')}
          </LinkButton>
        )}
        <LinkButton look={state === 'failed' ? 'primary' : 'secondary'} to="/">
          {t('debit.more')}
        </LinkButton>
      </NoticeActions>
      <p>
        {t('help.body')} <a href={`tel:${contact.phone.replace(/\s/g, '')}`}>{contact.phone}</a>
      </p>
    </Page>
  )
}
