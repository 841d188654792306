import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cards } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { cardsQuery } from './queries.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

type Card = Cards['cards'][number]
const storeCards = (cards: Cards): void => queryClient.setQueryData(cardsQuery.queryKey, cards) as void

/** The cards that the payment provider stores for the customer. The server knows only their last four digits. */
export function PaymentCardsPage() {
  const t = useWords('profile')
  const { month } = useFormats()
  const { cards, canKeep } = useSuspenseQuery(cardsQuery).data
  const mutation = useApiMutation()
  const [cardToRemove, setCardToRemove] = useState<Card>()
  const prefer = ({ id, maskedNumber }: Card): Promise<unknown> =>
    mutation.send(() => api.me.preferCard({ params: { id }, body: { isPreferred: true } }), {
      message: t('card.isPreferred', { card: maskedNumber }),
      onSuccess: storeCards,
    })
  const remove = async ({ id, maskedNumber }: Card): Promise<void> => {
    await mutation.send(() => api.me.removeCard({ params: { id } }), {
      message: t('card.removed', { card: maskedNumber }),
      onSuccess: storeCards,
    })
    setCardToRemove(undefined)
  }
  return (
    <>
      <PageHeading>{t('page.payment-cards')}</PageHeading>
      {(canKeep || cards.length > 0) && <p className={styles.lead}>{t('card.lead')}</p>}
      <MutationOutcome mutation={mutation} />
      {cards.length === 0 && <p className={styles.empty}>{t(canKeep ? 'card.noneYet' : 'card.none')}</p>}
      <ul role="list" className={styles.cards}>
        {cards.map((card) => (
          <li key={card.id} className={styles.card}>
            <h2>{card.maskedNumber}</h2>
            <p className={styles.tags}>
              <span className={styles.tag}>{t(card.isPreferred ? 'card.preferred' : 'card.alternative')}</span>
            </p>
            <dl className={styles.facts}>
              <dt>{t('card.holder')}</dt>
              <dd>{card.cardholder}</dd>
              <dt>{t('card.expires')}</dt>
              <dd>{month({ startsAt: `${card.expires}-15T12:00:00Z`, timeZone: 'UTC' })}</dd>
            </dl>
            <div className={styles.actions}>
              {!card.isPreferred && (
                <Button aria-label={t('card.preferThis', { card: card.maskedNumber })} onPress={() => void prefer(card)}>
                  {t('card.prefer')}
                </Button>
              )}
              <Button look="quiet" aria-label={t('card.removeThis', { card: card.maskedNumber })} onPress={() => setCardToRemove(card)}>
                {t('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <RemoveDialog
        isOpen={cardToRemove !== undefined}
        title={t('card.removeTitle', { card: cardToRemove?.maskedNumber ?? '' })}
        isPending={mutation.isPending}
        onClose={() => setCardToRemove(undefined)}
        onRemove={() => cardToRemove && void remove(cardToRemove)}
      >
        <p>{t('card.removeBody')}</p>
      </RemoveDialog>
    </>
  )
}
