import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountGiftAidWordings, type AccountGiftAidWording, isAccountGiftAidWording } from '@playhouse/domain/giving'
import { useFormats, useWords } from '#i18n'
import { AddressLines } from '#form/AddressLines'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { GiftAidScope, GiftAidText } from '#ticketing/GiftAidScope'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { giftAidQuery } from './queries.ts'

/** The Gift Aid declaration, which adds 25p to each £1 donated, and its withdrawal. The server stores both with their dates. */
export function GiftAidPage() {
  const t = useWords('profile')
  const checkout = useWords('checkout')
  const { dateAndTime } = useFormats()
  const { timeZone } = useBrand()
  const { wording: saved, isDeclared, saidAt, donor, needsAddress } = useSuspenseQuery(giftAidQuery).data
  const [chosen, setChosen] = useState<AccountGiftAidWording>(accountGiftAidWordings[0])
  const wording = isDeclared && isAccountGiftAidWording(saved) ? saved : chosen
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
      {needsAddress && !isDeclared && (
        <Notice>
          {checkout('giftAid.needsAddress')}
          <NoticeActions>
            <LinkButton to="/account/addresses">{checkout('giftAid.addAddress')}</LinkButton>
          </NoticeActions>
        </Notice>
      )}
      <div className={styles.card}>
        {isDeclared ? (
          <GiftAidText wording={wording} />
        ) : (
          <GiftAidScope wordings={accountGiftAidWordings} value={wording} onChange={setChosen} />
        )}
        {saidAt && (
          <p className={styles.note}>
            {t(isDeclared ? 'giftAid.since' : 'giftAid.notSince', { when: dateAndTime({ startsAt: saidAt, timeZone }) })}
          </p>
        )}
        {donor && (
          <>
            <p className={styles.note}>{t('giftAid.donor')}</p>
            <p>{[donor.title, donor.firstName, donor.lastName].join(' ').trim()}</p>
            <AddressLines address={donor.address} />
            <p className={styles.note}>{t('giftAid.donorKept')}</p>
          </>
        )}
        {isDeclared && !needsAddress && (
          <p>
            <Button isPending={mutation.isPending} onPress={() => void setDeclaration(true)}>
              {t('giftAid.declareAgain')}
            </Button>
          </p>
        )}
        <p>
          <Button
            look={isDeclared ? 'secondary' : 'primary'}
            isDisabled={needsAddress && !isDeclared}
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
