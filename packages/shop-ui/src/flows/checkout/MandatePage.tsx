import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { DirectDebit } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { api, unwrap } from '#server-state'
import { PolledPage } from './PolledPage.tsx'

/** In milliseconds, while the mandate is not decided. */
const pollIntervalMs = 5_000
const isUndecided = ({ state }: DirectDebit): boolean => state === 'created' || state === 'pending'
const mandateQuery = (id: string) =>
  queryOptions({
    queryKey: ['me', 'direct-debit', id],
    queryFn: () => unwrap(api.me.directDebit({ params: { id } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUndecided(data) ? pollIntervalMs : false),
  })

/** The page for each state of a mandate. */
const outcomes = { created: 'verify', pending: 'verify', active: 'confirmed', failed: 'failed', cancelled: 'failed' } as const

/** The state of a direct debit that the customer sets up. The server's state decides the page, not the URL. */
export function MandatePage({ mandate }: { readonly mandate: string }) {
  const query = useQuery(mandateQuery(mandate))
  return <PolledPage query={query}>{(debit) => <MandateOutcome debit={debit} />}</PolledPage>
}

function MandateOutcome({ debit: { id, state, planId } }: { readonly debit: DirectDebit }) {
  const t = useWords('checkout')
  const { outcome } = useParams()
  const page = outcomes[state]
  if (outcome !== page) return <Navigate to={`/order/direct-debits/${page}?mandate=${encodeURIComponent(id)}`} replace />
  return (
    <Page width="reading">
      <PageHeading>{t(`mandate.${page}Title`)}</PageHeading>
      <p role="status">{t(`mandate.${page}`, { plan: planId })}</p>
      <NoticeActions>
        <LinkButton look="primary" to="/account/payment-cards">
          {t('mandate.list')}
        </LinkButton>
      </NoticeActions>
    </Page>
  )
}
