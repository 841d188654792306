import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { DirectDebit } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { api, ProblemError, unwrap } from '#server-state'

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
  const t = useWords('checkout')
  const { outcome } = useParams()
  const { data, error, refetch } = useQuery(mandateQuery(mandate))
  if (error instanceof ProblemError)
    return (
      <Page width="reading">
        <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Loading>
        <SkeletonBlock height={8} />
      </Loading>
    )
  const state = outcomes[data.state]
  if (outcome !== state) return <Navigate to={`/order/direct-debits/${state}?mandate=${encodeURIComponent(mandate)}`} replace />
  return (
    <Page width="reading">
      <PageHeading>{t(`mandate.${state}Title`)}</PageHeading>
      <p role="status">{t(`mandate.${state}`, { plan: data.planId })}</p>
      <NoticeActions>
        <LinkButton look="primary" to="/account/payment-cards">
          {t('mandate.list')}
        </LinkButton>
      </NoticeActions>
    </Page>
  )
}
