import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectDebit, DirectDebits as DirectDebitList } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { directDebitsQuery, membershipsQuery } from './queries.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

/** Renewals that a removed mandate was to pay for have ended. */
const storeList = (list: DirectDebitList): void => {
  queryClient.setQueryData(directDebitsQuery.queryKey, list)
  void queryClient.invalidateQueries(membershipsQuery)
}
const isCurrent = ({ state }: DirectDebit): boolean => state === 'pending' || state === 'active'

/** The customer's direct debit mandates, and the way to the payment provider's page for another one. */
export function DirectDebits() {
  const t = useWords('profile')
  const { directDebits, canSetUp } = useSuspenseQuery(directDebitsQuery).data
  const mutation = useApiMutation()
  const [toCancel, setToCancel] = useState<DirectDebit>()
  if (!canSetUp && directDebits.length === 0) return null
  const setUp = () =>
    mutation.send(() => api.me.setUpDirectDebit(), {
      onSuccess: ({ redirectUrl }) => {
        if (redirectUrl) location.assign(redirectUrl)
        else void queryClient.invalidateQueries(directDebitsQuery)
      },
    })
  const cancel = async ({ id, planId }: DirectDebit): Promise<void> => {
    await mutation.send(() => api.me.cancelDirectDebit({ params: { id } }), {
      message: t('debit.isCancelled', { plan: planId }),
      onSuccess: storeList,
    })
    setToCancel(undefined)
  }
  return (
    <section className={styles.section} aria-labelledby="direct-debits">
      <h2 id="direct-debits">{t('debit.title')}</h2>
      <p className={styles.lead}>{t('debit.lead')}</p>
      <MutationOutcome mutation={mutation} />
      {directDebits.length > 0 && (
        <ul role="list" className={styles.cards}>
          {directDebits.map((debit) => (
            <li key={debit.id} className={styles.card}>
              <h3>{debit.planId}</h3>
              <p className={styles.tags}>
                <span className={styles.tag}>{t(`debit.is.${debit.state}`)}</span>
              </p>
              <dl className={styles.facts}>
                <dt>{t('debit.account')}</dt>
                <dd>{debit.maskedAccount}</dd>
                <dt>{t('debit.reference')}</dt>
                <dd>{debit.reference}</dd>
              </dl>
              {isCurrent(debit) && (
                <div className={styles.actions}>
                  <Button look="quiet" aria-label={t('debit.cancelThis', { plan: debit.planId })} onPress={() => setToCancel(debit)}>
                    {t('remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {canSetUp && !directDebits.some(isCurrent) && (
        <p>
          <Button isPending={mutation.isPending} onPress={() => void setUp()}>
            {t('debit.setUp')}
          </Button>
        </p>
      )}
      <RemoveDialog
        isOpen={toCancel !== undefined}
        title={t('debit.cancelTitle', { plan: toCancel?.planId ?? '' })}
        isPending={mutation.isPending}
        onClose={() => setToCancel(undefined)}
        onRemove={() => toCancel && void cancel(toCancel)}
      >
        <p>{t('debit.cancelBody')}</p>
      </RemoveDialog>
    </section>
  )
}
