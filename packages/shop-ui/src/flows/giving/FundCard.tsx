import type { ReactNode } from 'react'
import type { Fund } from '@playhouse/domain/giving'
import { useFormats, useWords } from '#i18n'
import { useBasket, useBrand } from '#server-state'
import { classNames } from '#theme'
import { offerClasses } from '#ticketing/OfferLayout'
import styles from './DonationPages.module.css'

/** The donation to a fund that is in the basket. */
export const useDonationTo = ({ fund }: Pick<Fund, 'fund'>) =>
  useBasket().items.find((item) => item.kind === 'donation' && item.detail.fund === fund && item.detail.topUp === null)

/** A fund with its appeals, and a link to give to it. */
export function FundCard({ fund, children }: { readonly fund: Fund; readonly children: ReactNode }) {
  const t = useWords('giving')
  const { money } = useFormats()
  const { defaultLocale } = useBrand()
  const donation = useDonationTo(fund)
  return (
    <li className={classNames(offerClasses.card, styles.fund)}>
      <h2 lang={defaultLocale}>{fund.name}</h2>
      <p lang={defaultLocale} className={offerClasses.soft}>
        {fund.body}
      </p>
      {fund.appeals && (
        <ul lang={defaultLocale} className={offerClasses.soft}>
          {fund.appeals.map(({ appeal, name }) => (
            <li key={appeal}>{name}</li>
          ))}
        </ul>
      )}
      {donation && <p className={offerClasses.status}>{t('inBasket', { amount: money(donation.amount) })}</p>}
      <p className={styles.action}>{children}</p>
    </li>
  )
}

/** Mentions Gift Aid, where the brand claims it. */
export function GiftAidNote() {
  const t = useWords('giving')
  return useBrand().features.giftAid ? <p className={offerClasses.lead}>{t('giftAid')}</p> : null
}
