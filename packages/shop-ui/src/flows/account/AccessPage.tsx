import { useSuspenseQuery } from '@tanstack/react-query'
import type { AccessEntitlement } from '@playhouse/api-client/contract'
import { accessTypes, needsOfAccess } from '@playhouse/domain/access'
import { useWords } from '#i18n'
import { CodeForm } from './CodeForm.tsx'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { PageHeading } from '#ui/PageHeading'
import { type ApiMutation, MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { accessQuery } from './queries.ts'

/** The entitlement decides prices, seats and lists: all of them are loaded again. */
function storeAccess(entitlement: AccessEntitlement): void {
  queryClient.setQueryData(accessQuery.queryKey, entitlement)
  for (const name of ['prices', 'events', 'event', 'instance', 'availability']) void queryClient.invalidateQueries({ queryKey: [name] })
}

/** The customer's access ID and its entitlements, or the form and contact details to get one. */
export function AccessPage() {
  const t = useWords('profile')
  const { contact } = useBrand()
  const access = useSuspenseQuery(accessQuery).data
  const mutation = useApiMutation()
  return (
    <>
      <PageHeading>{t('page.access')}</PageHeading>
      <MutationOutcome mutation={mutation} />
      {access.accessId === null ? (
        <>
          <p className={styles.lead}>{t('access.lead')}</p>
          <ApplyForm mutation={mutation} />
        </>
      ) : (
        <AccessDetails entitlement={access} mutation={mutation} />
      )}
      <section aria-labelledby="access-types" className={styles.section}>
        <h2 id="access-types">{t('access.typesTitle')}</h2>
        <p className={styles.lead}>{t('access.typesLead')}</p>
        <dl className={styles.section}>
          {accessTypes.map((type) => (
            <div key={type}>
              <dt>
                <strong>{t(`access.type.${type}.name`)}</strong>
              </dt>
              <dd>{t(`access.type.${type}.gives`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="access-join" className={styles.section}>
        <h2 id="access-join">{t('access.joinTitle')}</h2>
        <p className={styles.lead}>{t('access.join')}</p>
        <p>
          <a href={`tel:${contact.phone.replaceAll(' ', '')}`}>{contact.phone}</a> · <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      </section>
    </>
  )
}

function AccessDetails({
  entitlement: { accessId, types },
  mutation,
}: {
  readonly entitlement: AccessEntitlement
  readonly mutation: ApiMutation
}) {
  const t = useWords('profile')
  const remove = (): Promise<unknown> =>
    mutation.send(() => api.me.removeAccess(), { message: t('access.removed'), onSuccess: storeAccess })
  return (
    <div className={styles.card}>
      <h2>{t('access.yours', { id: accessId })}</h2>
      <ul role="list" className={styles.tags} aria-label={t('access.proves')}>
        {types.map(({ type }) => (
          <li key={type} className={styles.tag}>
            {t(`access.type.${type}.name`)}
          </li>
        ))}
      </ul>
      <ul>
        <li>{t('access.opens.prices')}</li>
        <li>{t('access.opens.seats')}</li>
        {needsOfAccess(types.map(({ type }) => type)).length > 0 && <li>{t('access.opens.needs')}</li>}
        {types.some(({ type }) => type === 'plus-one') && <li>{t('access.opens.companion')}</li>}
      </ul>
      <div className={styles.actions}>
        <LinkButton to="/#whats-on" look="primary">
          {t('access.book')}
        </LinkButton>
        <Button look="quiet" isPending={mutation.isPending} onPress={() => void remove()}>
          {t('access.remove')}
        </Button>
      </div>
    </div>
  )
}

function ApplyForm({ mutation }: { readonly mutation: ApiMutation }) {
  const t = useWords('profile')
  return (
    <CodeForm
      name="access-id"
      label={t('access.id')}
      hint={t('access.hint')}
      missing={t('errors.accessId')}
      submitLabel={t('access.apply')}
      isPending={mutation.isPending}
      onSubmit={(accessId) =>
        mutation.send(() => api.me.applyAccess({ body: { accessId } }), { message: t('access.applied'), onSuccess: storeAccess })
      }
    />
  )
}
