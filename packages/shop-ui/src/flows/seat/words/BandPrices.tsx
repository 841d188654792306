import type { Prices } from '@playhouse/api-client/contract'
import { usualPrice } from '@playhouse/domain/price-type'
import { bands } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { BandSwatch } from './BandSwatch.tsx'
import styles from './BandPrices.module.css'

/** The price bands with their usual prices, from the price list alone: the hall's plan is not needed. */
export function BandPrices({ prices }: { readonly prices: Prices }) {
  const t = useWords('seat')
  const { money } = useFormats()
  const sold = new Set(prices.seatBands.map(([band]) => bands[band]))
  return (
    <div className={styles.prices}>
      <h3 id="band-prices">{t('filter.bands')}</h3>
      <ul role="list" aria-labelledby="band-prices">
        {bands.map((band) => {
          const price = sold.has(band) ? usualPrice(prices, prices.priceTypes, band) : undefined
          return (
            price && (
              <li key={band} className={styles.band}>
                <BandSwatch band={band} />
                <span>{t(`band.${band}`)}</span>
                <span className={styles.price}>{money(price)}</span>
              </li>
            )
          )
        })}
      </ul>
      <p className={styles.fees}>{t('filter.feesInside')}</p>
    </div>
  )
}
