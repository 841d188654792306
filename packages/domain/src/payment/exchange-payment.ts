import { type Money, money, subtract } from '../money/money.ts'
import { acceptsStoredValue, type LineKind, type Totals } from '../pricing/pricing.ts'

/** A basket at the counter, as its totals and items show it. `totals.paid`: what vouchers and credit pay without an exchange. */
type PricedBasket = {
  readonly totals: Pick<Totals, 'total' | 'paid'>
  readonly items: readonly { readonly kind: LineKind; readonly amount: Money }[]
}
/** What exchanged tickets pay of a basket, what is left to pay, and what is returned of their value. Minor units. */
export type ExchangePayment = { readonly used: Money; readonly leftToPay: Money; readonly returned: Money }

/**
 * Computes what is left to pay of a basket at the counter. Exchanged tickets pay first, then vouchers and credit; none of them pays for
 * items that accept no stored value.
 * @param value the value of the exchanged tickets; zero without an exchange
 */
export function exchangePaymentOf({ totals: { total, paid }, items }: PricedBasket, value: Money): ExchangePayment {
  const unpayable = items.filter(({ kind }) => !acceptsStoredValue(kind)).reduce((sum, { amount }) => sum + amount, 0)
  const limit = Math.max(0, total - unpayable)
  const used = money(Math.min(limit, value))
  const stored = Math.min(limit - used, paid)
  return { used, leftToPay: money(Math.max(0, total - used - stored)), returned: subtract(value, used) }
}
