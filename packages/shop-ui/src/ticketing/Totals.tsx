import type { ItemKind } from '@playhouse/domain/item-kind'
import { add, type Money, subtract } from '@playhouse/domain/money'
import type { Totals as TotalsOfOrder } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Totals.module.css'

/** An item other than a ticket. */
type Item = { readonly kind: ItemKind; readonly name: string; readonly amount: Money }

/** Returns the display name of an item. */
export function useItemName(): (item: Pick<Item, 'kind' | 'name'>) => string {
  const t = useWords('checkout')
  const names: Readonly<Record<ItemKind, (name: string) => string>> = {
    donation: (name) => t('items.donation', { name }),
    membership: (name) => name,
    'refund-protection': () => t('items.refund-protection'),
  }
  return ({ kind, name }) => names[kind](name)
}

export type TotalsProps = {
  readonly totals: TotalsOfOrder
  readonly items?: readonly Item[] | undefined
  /** The order is paid: shows no way to pay. */
  readonly isPaid?: boolean
}

type Sum = {
  readonly name: string
  readonly amount: Money
  readonly text?: string
  readonly look?: string | undefined
  /** Display name, if it is not one of the shop's texts. */
  readonly label?: string
}

const noItems: readonly Item[] = []

/** Totals of an order with each fee; zero lines are omitted. */
export function Totals({ totals, items = noItems, isPaid = false }: TotalsProps) {
  const t = useWords('checkout')
  const { money } = useFormats()
  const nameOf = useItemName()
  const itemsTotal = add(...items.map(({ amount }) => amount))
  const lines: readonly Sum[] = [
    { name: 'subtotal', amount: subtract(totals.subtotal, itemsTotal) },
    { name: 'fees', amount: totals.fees, look: styles.within },
    ...items.map((item) => ({ name: nameOf(item), amount: item.amount, label: nameOf(item) })),
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
          .map(({ name, amount, text, look, label }) => (
            <div key={name} className={classNames(look)}>
              <dt>{label ?? t(`totals.${name}`)}</dt>
              <dd>{text ?? (name === 'delivery' && amount === 0 ? t('totals.free') : money(amount))}</dd>
            </div>
          ))}
      </dl>
      {totals.vat > 0 && <p className={styles.vat}>{t('totals.vat', { amount: money(totals.vat) })}</p>}
    </>
  )
}
