import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { giftAidQuery } from './queries.ts'

/** The Gift Aid declaration, which adds 25p to each £1 donated, and its withdrawal. The server stores both with their dates. */
export function GiftAidPage() {
  const t = useWords('profile')
  const { instant } = useFormats()
  const { wording, isDeclared, saidAt } = useSuspenseQuery(giftAidQuery).data
  const mutation = useApiMutation()
  const setDeclaration = (isWanted: boolean): Promise<unknown> =>
    mutation.send(() => api.me.setGiftAid({ body: { wording, isDeclared: isWanted } }), {
      message: t(isWanted ? 'giftAid.declared' : 'giftAid.takenBack'),
      onSuccess: (declaration) => queryClient.setQueryData(giftAidQuery.queryKey, declaration),
    })
  return (
    <>
      <PageHeading>{t('page.gift-aid')}</PageHeading>
      <p className={styles.lead}>{t('giftAid.lead')}</p>
      <MutationOutcome mutation={mutation} />
      <div className={styles.card}>
        <p>{t('giftAid.declaration')}</p>
        {saidAt && <p className={styles.note}>{t(isDeclared ? 'giftAid.since' : 'giftAid.notSince', { when: instant(saidAt) })}</p>}
        <p>
          <Button
            look={isDeclared ? 'secondary' : 'primary'}
            isPending={mutation.isPending}
            onPress={() => void setDeclaration(!isDeclared)}
          >
            {t(isDeclared ? 'giftAid.takeBack' : 'giftAid.declare')}
          </Button>
        </p>
      </div>
    </>
  )
}
