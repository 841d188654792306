import type { Locale } from '@playhouse/domain/locale'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { add, type Money, subtract } from '@playhouse/domain/money'
import { discountsOf } from '@playhouse/domain/named-discounts'
import type { Totals as TotalsOfOrder } from '@playhouse/domain/pricing'
import { formatRate } from '@playhouse/domain/rate'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { classNames } from '#theme'
import { useTheatreText } from './TheatreText.tsx'
import { useItemName } from './ItemText.tsx'
import styles from './Totals.module.css'

/** An item other than a ticket. */
type Item = { readonly id: string; readonly kind: ItemKind; readonly name: string; readonly quantity?: number; readonly amount: Money }

export type TotalsProps = {
  /** The theatre's language, which marks texts that it has not translated. */
  readonly theatreLocale: Locale
  readonly totals: TotalsOfOrder
  readonly items?: readonly Item[] | undefined
  /** Whether there are tickets: without any, no line for them and their delivery is shown. */
  readonly hasTickets?: boolean
  /** The order is paid: shows no way to pay. */
  readonly isPaid?: boolean
}

type Sum = {
  readonly name: string
  readonly amount: Money
  readonly text?: string
  readonly look?: string | undefined
  /** Display name, if it is not one of the shop's texts, with its language where that is not the page's. */
  readonly label?: string
  readonly lang?: string
}

/** Lines that are shown with an amount of zero, too. */
const alwaysShown: readonly string[] = ['subtotal', 'delivery', 'total', 'leftToPay']
const alwaysShownOfItems: readonly string[] = ['total', 'leftToPay']
const noItems: readonly Item[] = []

/** Totals of an order with each fee; zero lines are omitted. */
export function Totals({ theatreLocale, totals, items = noItems, hasTickets = true, isPaid = false }: TotalsProps) {
  const t = useWords('checkout')
  const { money } = useFormats()
  const locale = useLocale()
  const nameOf = useItemName()
  const textOf = useTheatreText(theatreLocale)
  const { taxes = [] } = totals
  const rate = (basisPoints: number): string => formatRate(basisPoints, locale)
  const itemsTotal = add(...items.map(({ amount }) => amount))
  const lines: readonly Sum[] = [
    { name: 'subtotal', amount: subtract(totals.subtotal, itemsTotal) },
    { name: 'fees', amount: totals.fees, look: styles.within },
    ...items.map((item) => ({ name: item.id, amount: item.amount, label: nameOf(item) })),
    ...discountsOf(totals).map(({ name, amount }, nth): Sum => {
      const { text: label, lang } = name ? textOf(name) : {}
      const sum = { name: name ? `discount${nth}` : 'discount', amount, text: `−${money(amount)}` }
      return { ...sum, ...(label !== undefined && { label }), ...(lang !== undefined && { lang }) }
    }),
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
          .filter(({ name, amount }) => amount !== 0 || (hasTickets ? alwaysShown : alwaysShownOfItems).includes(name))
          .map(({ name, amount, text, look, label, lang }) => (
            <div key={name} className={classNames(look)}>
              <dt lang={lang}>{label ?? t(`totals.${name}`)}</dt>
              <dd>{text ?? (name === 'delivery' && amount === 0 ? t('totals.free') : money(amount))}</dd>
            </div>
          ))}
      </dl>
      {totals.vat > 0 && <p className={styles.vat}>{t('totals.vat', { amount: money(totals.vat) })}</p>}
      {totals.levies?.map(({ name, amount }) => (
        <p key={name.text} className={styles.vat}>
          {t('totals.levy', { amount: money(amount), levy: textIn(name, locale) })}
        </p>
      ))}
      {taxes.length > 1 && (
        <ul className={styles.vat}>
          {taxes.map(({ vatBasisPoints, net, vat }) => (
            <li key={vatBasisPoints}>
              {t(vatBasisPoints > 0 ? 'totals.tax' : 'totals.noTax', { rate: rate(vatBasisPoints), net: money(net), vat: money(vat) })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
