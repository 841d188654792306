import { useState } from 'react'
import type { Basket } from '@playhouse/api-client/contract'
import type { OfferName as Name } from '@playhouse/domain/offer-name'
import { offerText } from '@playhouse/domain/offer-text'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { CodeDialog } from '#ticketing/CodeDialog'
import { useApiMutation } from '#mutation'
import { useTheatreText } from '#ticketing/TheatreText'
import { useApplyPromo, useBrand, useRemovePromo } from '#server-state'
import styles from './PromoLine.module.css'

/** The automatic offers of the basket, its promo code with its effect, or the button to enter one. */
export function PromoLine({ basket: { promo, offers } }: { readonly basket: Pick<Basket, 'offers' | 'promo'> }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const apply = useApplyPromo()
  const remove = useRemovePromo()
  const textOf = useTheatreText(useBrand().defaultLocale)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const removal = useApiMutation()
  const application = useApiMutation()
  const applyCode = async (code: string) => {
    removal.dismiss()
    const result = await application.send(() => apply.mutateAsync({ body: { code } }), {
      message: ({ promo: appliedPromo }) =>
        appliedPromo ? t('promo.said.applied', { name: textOf(offerText(appliedPromo)).text }) : undefined,
    })
    return result.ok ? undefined : result.error
  }
  const removePromo = () => removal.send(() => remove.mutateAsync(), { message: t('promo.said.removed') })
  return (
    <section className={styles.promo} aria-label={t('promo.label')}>
      {removal.problem && <ProblemNotice problem={removal.problem} bare />}
      {offers?.map((offer) => (
        <p key={offer.name} className={styles.applied}>
          <OfferName of={offer} /> {t('promo.discount', { amount: money(offer.discount) })}
        </p>
      ))}
      {promo ? (
        <div className={styles.applied}>
          <p>
            <OfferName of={promo} /> <span className={styles.code}>{promo.code}</span>
            <br />
            {promo.discount > 0
              ? t('promo.discount', { amount: money(promo.discount) })
              : t(promo.isOutdone ? 'promo.better' : 'promo.opens')}
          </p>
          <Button onPress={() => void removePromo()} isPending={removal.isPending}>
            {t('promo.remove')}
          </Button>
        </div>
      ) : (
        <Button look="quiet" onPress={() => setDialogOpen(true)}>
          {t('promo.ask')}
        </Button>
      )}
      <CodeDialog kind="promo" isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} onApply={applyCode} />
    </section>
  )
}

/** The name of an offer, marked with its language where that is not the page's. */
function OfferName({ of }: { readonly of: Name }) {
  const { text, lang } = useTheatreText(useBrand().defaultLocale)(offerText(of))
  return <strong lang={lang}>{text}</strong>
}
