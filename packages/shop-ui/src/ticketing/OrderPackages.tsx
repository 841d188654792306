import type { SoldPackage } from '@playhouse/domain/package'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import styles from './OrderDetail.module.css'

export type PackageOfOrder = Pick<SoldPackage, 'id' | 'name' | 'choice' | 'amount' | 'saved'>

/** The packages of an order with their prices, which their tickets share. */
export function OrderPackages({ packages }: { readonly packages: readonly PackageOfOrder[] }) {
  const t = useWords('order')
  const { money } = useFormats()
  const locale = useLocale()
  return (
    <section className={styles.items} aria-labelledby="order-packages">
      <h2 id="order-packages">{t('package.title')}</h2>
      <ul role="list">
        {packages.map(({ id, name, choice, amount, saved }) => (
          <li key={id}>
            <div>
              <h3>{textIn(name, locale)}</h3>
              <p className={styles.small}>{t('package.summary', { count: choice.length, amount: money(amount) })}</p>
              {saved > 0 && <p className={styles.small}>{t('package.saved', { amount: money(saved) })}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
