import type { Brand } from '../brand/brand.ts'
import type { Money } from '../money/money.ts'
import { isPricedPerTicket, type ItemKind, needsTickets, type PerTicketKind } from './item-kind.ts'
import { refundProtectionPrice } from './pricing.ts'

type PricingBrand = Pick<Brand, 'refundProtection'>

const pricesPerTicket: Readonly<Record<PerTicketKind, (brand: PricingBrand, tickets: number) => Money | undefined>> = {
  'refund-protection': refundProtectionPrice,
}

/**
 * The price of an item in a basket with `tickets` tickets, in minor units.
 * @returns undefined where it is not sold: it needs tickets and there are none, or the brand sells it no more
 */
export function itemPrice(
  brand: PricingBrand,
  { kind, amount }: { readonly kind: ItemKind; readonly amount: Money | null },
  tickets: number,
): Money | undefined {
  if (needsTickets(kind) && tickets === 0) return undefined
  return isPricedPerTicket(kind) ? pricesPerTicket[kind](brand, tickets) : (amount ?? undefined)
}
