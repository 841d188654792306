import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cards } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { DirectDebits } from './DirectDebits.tsx'
import { cardsQuery } from './queries.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

type Card = Cards['cards'][number]
/** Names of card schemes, which are the same in every language. */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}
/** `Visa •••• 4242` */
const nameOf = ({ brand, maskedNumber }: Card): string => [brandNames[brand ?? ''], maskedNumber].filter(Boolean).join(' ')
const addressOf = ({ address }: Card): string => {
  const { line1, line2, city, postcode, country } = address ?? {}
  return [line1, line2, city, postcode, country].filter(Boolean).join(', ')
}
const storeCards = (cards: Cards): void => queryClient.setQueryData(cardsQuery.queryKey, cards) as void

/** The cards that the payment provider stores for the customer. The server knows only their last four digits. */
export function PaymentCardsPage() {
  const t = useWords('profile')
  const { month } = useFormats()
  const { cards, canKeep } = useSuspenseQuery(cardsQuery).data
  const mutation = useApiMutation()
  const [cardToRemove, setCardToRemove] = useState<Card>()
  const prefer = (card: Card): Promise<unknown> =>
    mutation.send(() => api.me.preferCard({ params: { id: card.id }, body: { isPreferred: true } }), {
      message: t('card.isPreferred', { card: nameOf(card) }),
      onSuccess: storeCards,
    })
  const remove = async (card: Card): Promise<void> => {
    await mutation.send(() => api.me.removeCard({ params: { id: card.id } }), {
      message: t('card.removed', { card: nameOf(card) }),
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
            <h2>{nameOf(card)}</h2>
            <p className={styles.tags}>
              <span className={styles.tag}>{t(card.isPreferred ? 'card.preferred' : 'card.alternative')}</span>
            </p>
            <dl className={styles.facts}>
              <dt>{t('card.holder')}</dt>
              <dd>{card.cardholder}</dd>
              <dt>{t('card.expires')}</dt>
              <dd>{month({ startsAt: `${card.expires}-15T12:00:00Z`, timeZone: 'UTC' })}</dd>
              {addressOf(card) !== '' && (
                <>
                  <dt>{t('card.address')}</dt>
                  <dd>{addressOf(card)}</dd>
                </>
              )}
            </dl>
            <div className={styles.actions}>
              {!card.isPreferred && (
                <Button aria-label={t('card.preferThis', { card: nameOf(card) })} onPress={() => void prefer(card)}>
                  {t('card.prefer')}
                </Button>
              )}
              <Button look="quiet" aria-label={t('card.removeThis', { card: nameOf(card) })} onPress={() => setCardToRemove(card)}>
                {t('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <RemoveDialog
        isOpen={cardToRemove !== undefined}
        title={t('card.removeTitle', { card: cardToRemove ? nameOf(cardToRemove) : '' })}
        isPending={mutation.isPending}
        onClose={() => setCardToRemove(undefined)}
        onRemove={() => cardToRemove && void remove(cardToRemove)}
      >
        <p>{t('card.removeBody')}</p>
      </RemoveDialog>
      <DirectDebits />
    </>
  )
}
