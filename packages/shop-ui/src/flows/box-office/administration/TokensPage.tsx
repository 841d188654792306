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
import { DataTable } from '../DataTable.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { apiTokensQuery, refreshAdministration } from './administration-queries.ts'
import { NewTokenForm } from './NewTokenForm.tsx'
import { OnceShown } from './OnceShown.tsx'

/** The tokens by which programs call the API. */
export function TokensPage() {
  const t = useWords('administration')
  const { instant, list } = useFormats()
  const query = useQuery(apiTokensQuery)
  const mutation = usePlanningMutation()
  const [issued, setIssued] = useState<{ readonly name: string; readonly secret: string }>()
  const heading = useRef<HTMLHeadingElement>(null)
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
        <section aria-labelledby="api-tokens">
          <h2 id="api-tokens" ref={heading} tabIndex={-1}>
            {t('tokens.count', { count: query.data.filter(({ state }) => state === 'active').length })}
          </h2>
          {query.data.length > 0 && (
            <DataTable
              label={t('tokens.title')}
              columns={(['token', 'scopes', 'by', 'expires', 'lastUsed', 'action'] as const).map((key) => ({
                key,
                label: t(`field.${key}`),
              }))}
            >
              <tbody>
                {query.data.map((token) => (
                  <tr key={token.id}>
                    <th scope="row">{token.name}</th>
                    <td>{list(token.scopes.map((scope) => t(`scope.${scope}`)))}</td>
                    <td>{token.by}</td>
                    <td>{token.state === 'active' ? instant(token.expiresAt) : t(`tokenState.${token.state}`)}</td>
                    <td>{token.lastUsedAt === null ? t('tokens.never') : instant(token.lastUsedAt)}</td>
                    <td>
                      {token.state === 'active' && (
                        <Button
                          look="quiet"
                          isPending={mutation.isPending}
                          onPress={() => void revoke(token)}
                          aria-label={t('tokens.revokeOf', { name: token.name })}
                        >
                          {t('tokens.revoke')}
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </DataTable>
          )}
        </section>
      )}
      <NewTokenForm onIssued={setIssued} />
    </Page>
  )
}
