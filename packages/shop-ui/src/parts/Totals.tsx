import type { Money } from '@playhouse/domain/money'
import type { Totals as TotalsOfOrder } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Totals.module.css'

export type TotalsProps = {
  readonly totals: TotalsOfOrder
  /** Of an order that is paid: what was paid how is no question any more. */
  readonly isPaid?: boolean
}

/** What an order comes to, each fee shown; lines of nothing are left out. */
export function Totals({ totals, isPaid = false }: TotalsProps) {
  const t = useWords('checkout')
  const { money } = useFormats()
  const lines: readonly { readonly name: string; readonly amount: Money; readonly text?: string; readonly look?: string | undefined }[] = [
    { name: 'subtotal', amount: totals.subtotal },
    { name: 'fees', amount: totals.fees, look: styles.within },
    { name: 'discount', amount: totals.discount, text: `−${money(totals.discount)}` },
    { name: 'delivery', amount: totals.delivery },
    { name: 'total', amount: totals.total, look: styles.total },
    ...(totals.paid && !isPaid
      ? [
          { name: 'paid', amount: totals.paid, text: `−${money(totals.paid)}` },
          { name: 'leftToPay', amount: totals.leftToPay, look: styles.total },
        ]
      : []),
  ]
  return (
    <>
      <dl className={styles.totals}>
        {lines
          .filter(({ name, amount }) => amount !== 0 || ['subtotal', 'delivery', 'total', 'leftToPay'].includes(name))
          .map(({ name, amount, text, look }) => (
            <div key={name} className={classNames(look)}>
              <dt>{t(`totals.${name}`)}</dt>
              <dd>{text ?? (name === 'delivery' && amount === 0 ? t('totals.free') : money(amount))}</dd>
            </div>
          ))}
      </dl>
      {totals.vat > 0 && <p className={styles.vat}>{t('totals.vat', { amount: money(totals.vat) })}</p>}
    </>
  )
}
