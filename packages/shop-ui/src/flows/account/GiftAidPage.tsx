import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountGiftAidWordings, type AccountGiftAidWording, isAccountGiftAidWording } from '@playhouse/domain/giving'
import { useFormats, useWords } from '#i18n'
import { RadioCards } from '#form/RadioCards'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { giftAidQuery } from './queries.ts'

/** The keys of the label and the text of each declaration. */
const wordKeys = {
  '2026-01': { label: 'giftAid.past', text: 'giftAid.declaration' },
  '2026-11-later': { label: 'giftAid.later', text: 'giftAid.declarationLater' },
} as const satisfies Record<AccountGiftAidWording, object>

/** The Gift Aid declaration, which adds 25p to each £1 donated, and its withdrawal. The server stores both with their dates. */
export function GiftAidPage() {
  const t = useWords('profile')
  const { instant } = useFormats()
  const { wording: saved, isDeclared, saidAt, needsAddress } = useSuspenseQuery(giftAidQuery).data
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
          {t('giftAid.needsAddress')}
          <NoticeActions>
            <LinkButton to="/account/addresses">{t('giftAid.addAddress')}</LinkButton>
          </NoticeActions>
        </Notice>
      )}
      <div className={styles.card}>
        {!isDeclared && (
          <RadioCards
            name="scope"
            label={t('giftAid.scope')}
            value={wording}
            onChange={setChosen}
            cards={accountGiftAidWordings.map((value) => ({ value, label: t(wordKeys[value].label) }))}
          />
        )}
        <p>{t(wordKeys[wording].text)}</p>
        {saidAt && <p className={styles.note}>{t(isDeclared ? 'giftAid.since' : 'giftAid.notSince', { when: instant(saidAt) })}</p>}
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
