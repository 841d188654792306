import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiToken } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { ListTable } from '../ListTable.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { apiTokensQuery, refreshAdministration } from './administration-queries.ts'
import { NewTokenForm } from './NewTokenForm.tsx'
import { OnceShown } from './OnceShown.tsx'

const tokenStates = ['active', 'expired', 'revoked'] as const

/** The tokens by which programs call the API. */
export function TokensPage() {
  const t = useWords('administration')
  const plan = useWords('planning')
  const { instant, list } = useFormats()
  const query = useQuery(apiTokensQuery)
  const mutation = usePlanningMutation()
  const [issued, setIssued] = useState<{ readonly name: string; readonly secret: string }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const scopesOf = ({ scopes }: ApiToken): string => list(scopes.map((scope) => t(`scope.${scope}`)))
  const revoke = ({ id, name }: ApiToken) =>
    mutation.send(() => api.staffAccounts.revokeToken({ params: { id } }), {
      onSuccess: refreshAdministration,
      message: t('tokens.revoked', { name }),
      focus: heading,
    })
  return (
    <Page>
      <PageHeading>{t('tokens.title')}</PageHeading>
      <p>{t('tokens.lead')}</p>
      <div className={styles['inline']}>
        <Link to="/smart/api">{t('api.title')}</Link>
        <Link to="/smart/staff">{t('staff.title')}</Link>
      </div>
      {issued && (
        <OnceShown
          title={t('once.token', { name: issued.name })}
          secret={issued.secret}
          onDone={() => {
            setIssued(undefined)
            heading.current?.focus()
          }}
        >
          {t('once.tokenDetail')}
        </OnceShown>
      )}
      <PlanningOutcome mutation={mutation} />
      <QueryStatus query={query} height={12} />
      {query.data && (
        <section aria-labelledby="api-tokens" className={styles['list']}>
          <h2 id="api-tokens" ref={heading} tabIndex={-1}>
            {t('tokens.count', { count: query.data.filter(({ state }) => state === 'active').length })}
          </h2>
          {query.data.length > 0 && (
            <ListTable
              name="token"
              label={t('tokens.title')}
              rows={query.data}
              keyOf={({ id }) => id}
              search={{ label: t('tokens.find'), textOf: (token) => `${token.name} ${token.by} ${scopesOf(token)}` }}
              filter={{
                label: t('field.status'),
                options: (['all', ...tokenStates] as const).map((value) => ({
                  value,
                  label: value === 'all' ? plan('state.all') : t(`tokenState.${value}`),
                })),
                of: ({ state }) => state,
              }}
              count={(count) => t('tokens.found', { count })}
              columns={[
                { id: 'name', label: t('field.token'), value: ({ name }) => name, renderCell: ({ name }) => name },
                { ...{ id: 'scopes', isLesser: true, label: t('field.scopes') }, value: scopesOf, renderCell: scopesOf },
                { ...{ id: 'by', isLesser: true, label: t('field.by') }, value: ({ by }) => by, renderCell: ({ by }) => by },
                {
                  id: 'expires',
                  label: t('field.expires'),
                  value: ({ state, expiresAt }) => (state === 'revoked' ? null : expiresAt),
                  renderCell: ({ state, expiresAt }) => (state === 'active' ? instant(expiresAt) : t(`tokenState.${state}`)),
                },
                {
                  ...{ id: 'used', isLesser: true, label: t('field.lastUsed') },
                  value: ({ lastUsedAt }) => lastUsedAt,
                  renderCell: ({ lastUsedAt }) => (lastUsedAt === null ? t('tokens.never') : instant(lastUsedAt)),
                },
                {
                  id: 'action',
                  label: t('field.action'),
                  renderCell: (token) =>
                    token.state === 'active' && (
                      <Button
                        look="quiet"
                        isPending={mutation.isPending}
                        onPress={() => void revoke(token)}
                        aria-label={t('tokens.revokeOf', { name: token.name })}
                      >
                        {t('tokens.revoke')}
                      </Button>
                    ),
                },
              ]}
            />
          )}
        </section>
      )}
      <NewTokenForm onIssued={setIssued} />
    </Page>
  )
}
