import type { Money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Price.module.css'

/** An amount in the brand's currency with tabular digits. Fees are included. */
export function Price({ amount, free = false }: { readonly amount: Money; /** Shows "Free" for zero. */ readonly free?: boolean }) {
  const t = useWords('part')
  const { money } = useFormats()
  return <span className={classNames(styles.price)}>{free && amount === 0 ? t('free') : money(amount)}</span>
}

/** `from £15.00` */
export function PriceFrom({ amount }: { readonly amount: Money }) {
  const t = useWords('part')
  const { money } = useFormats()
  return <span className={classNames(styles.price)}>{t('priceFrom', { price: money(amount) })}</span>
}
