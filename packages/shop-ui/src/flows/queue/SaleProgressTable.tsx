import type { SaleProgress } from '@playhouse/api-client/contract'
import type { CSSProperties } from 'react'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './QueuePage.module.css'

/** Progress of the sale, so that visitors do not wait for prices that are sold out. */
export function SaleProgressTable({ sale: { seats, seatsLeft, bands } }: { readonly sale: SaleProgress }) {
  const t = useWords('queue')
  const { number, money } = useFormats()
  const prices = bands.filter(({ left }) => left > 0).map(({ price }) => price)
  return (
    <section aria-labelledby="sale-title" className={classNames(styles.section)}>
      <h2 id="sale-title">{t('sale.title')}</h2>
      <p>
        {t('sale.seats', { left: number(seatsLeft), seats: number(seats) })}
        {prices.length > 1 && (
          <>
            {'. '}
            {t('sale.range', { from: money(prices.at(-1)!), to: money(prices[0]!) })}
            {'.'}
          </>
        )}
      </p>
      <table className={styles.sale}>
        <thead>
          <tr>
            <th scope="col">{t('sale.where')}</th>
            <th scope="col">{t('sale.price')}</th>
            <th scope="col">{t('sale.left')}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ band, price, left }) => (
            <tr key={band}>
              <th scope="row">
                <span className={styles.dot} style={{ '--band': `var(--band-${band})` } as CSSProperties} aria-hidden="true" />
                {t(`browse:band.${band}`)}
              </th>
              <td>{money(price)}</td>
              <td>{left > 0 ? number(left) : t('sale.none')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.soft}>{t('sale.fees')}</p>
    </section>
  )
}
