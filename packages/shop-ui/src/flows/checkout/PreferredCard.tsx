import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasAccountPage } from '@playhouse/domain/account'
import { useWords } from '#i18n'
import { api, unwrap, useBrand, useSession } from '#server-state'

const cardsQuery = queryOptions({ queryKey: ['me', 'cards'], queryFn: () => unwrap(api.me.cards()) })

/** The card that the provider's page will offer, for a customer with a saved card. */
export function PreferredCard() {
  const t = useWords('checkout')
  const brand = useBrand()
  const { customer } = useSession()
  const asksForCards = customer !== null && !customer.isGuest && hasAccountPage(brand, 'payment-cards')
  const { data } = useQuery({ ...cardsQuery, enabled: asksForCards })
  const [preferredCard] = data?.cards ?? []
  return preferredCard && data?.canKeep ? <p>{t('payment.kept', { card: preferredCard.maskedNumber })}</p> : null
}
