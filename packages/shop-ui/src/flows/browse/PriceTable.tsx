import type { CSSProperties } from 'react'
import type { Prices } from '@playhouse/api-client/contract'
import { bands } from '@playhouse/domain/pricing'
import { useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import { ScrollRegion } from '#ui/ScrollRegion'
import { classNames } from '#theme'
import styles from './PriceTable.module.css'

/** Prices of a performance, fees included: a row per band, a column per price type. */
export function PriceTable({ prices }: { readonly prices: Prices }) {
  const t = useWords('browse')
  const sold = new Set(prices.seatBands.map(([band]) => bands[band]))
  const shownBands = bands.filter((band) => sold.has(band) && prices.prices[band] !== undefined)
  return (
    <section aria-labelledby="prices-title" className={classNames(styles.prices)}>
      <h2 id="prices-title">{t('prices.title')}</h2>
      <ScrollRegion labelledBy="prices-title">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('prices.band')}</th>
              {prices.priceTypes.map((type) => (
                <th key={type.id} scope="col">
                  {type.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownBands.map((band) => (
              <tr key={band}>
                <th scope="row">
                  <span className={styles.dot} style={{ '--band': `var(--band-${band})` } as CSSProperties} aria-hidden="true" />
                  {t(`band.${band}`)}
                </th>
                {prices.priceTypes.map((type) => {
                  const price = prices.prices[band]?.[type.id]
                  return <td key={type.id}>{price ? <Price amount={price.price} free /> : '–'}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={styles.fees}>{t('feesInside')}</p>
    </section>
  )
}
