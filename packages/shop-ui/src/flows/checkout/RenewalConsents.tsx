import { useId } from 'react'
import type { Basket, BasketItem } from '@playhouse/api-client/contract'
import { useFormats, useWords, useDayFormat } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import type { ApiMutation } from '#mutation'
import { api, refreshBasket, useBasket, useBrand } from '#server-state'
import styles from './PaymentPage.module.css'

type Offer = Basket['renewalOffers'][number]

/** The automatic renewals that the buyer can agree to with the memberships of the basket. None is preselected. */
export function RenewalConsents({ mutation }: { readonly mutation: ApiMutation }) {
  const t = useWords('checkout')
  const headingId = useId()
  const { items, renewalOffers } = useBasket()
  if (renewalOffers.length === 0) return null
  return (
    <section className={styles.renewals} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.next}>
        {t('renewal.title')}
      </h2>
      {renewalOffers.map((offer) => {
        const item = items.find(({ id }) => id === offer.item)
        return item?.kind === 'membership' && <RenewalConsent key={offer.item} offer={offer} item={item} mutation={mutation} />
      })}
    </section>
  )
}

type Props = { readonly offer: Offer; readonly item: BasketItem & { readonly kind: 'membership' }; readonly mutation: ApiMutation }

function RenewalConsent({ offer: { item: id, amount, on, wording, isAgreed }, item: { name, detail }, mutation }: Props) {
  const t = useWords('checkout')
  const texts = useWords('item')
  const brand = useBrand()
  const { money } = useFormats()
  const formatDay = useDayFormat()
  const day = formatDay(on)
  const change = (isChosen: boolean) =>
    mutation.send(() => api.basket.setRenewal({ params: { id }, body: { agreement: isChosen ? { wording, amount, on } : null } }), {
      onSuccess: refreshBasket,
      message: t(isChosen ? 'renewal.on' : 'renewal.off', { name }),
    })
  return (
    <Checkbox name={`renewal-${id}`} value={isAgreed} hint={t('renewal.hint')} onChange={(isChosen) => void change(isChosen)}>
      {texts('renewalByCard', { brand: brand.name, name, count: detail.months, amount: money(amount), day })}
    </Checkbox>
  )
}
