import { chosenPrice } from '@playhouse/domain/pay-what-you-can'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { Money } from '@playhouse/domain/money'
import type { MockShop, MockTicket } from './mock-shop.ts'
import { priceOfTicket } from './price-of-ticket.ts'

/**
 * Changes the price type of a ticket that the visitor may buy, at the current price or at what the customer chose.
 * @returns the problem, and changes nothing, where the price is fixed or the amount is out of its range
 */
export function setChosenPrice(
  shop: MockShop,
  ticket: MockTicket,
  { priceType, price }: { readonly priceType: string; readonly price?: Money | undefined },
): Problem<'invalid-input'> | undefined {
  const { held: _held, ...unpriced } = ticket
  const usual = priceOfTicket(shop, { ...unpriced, priceType })
  const chosen = usual && price !== undefined ? chosenPrice(usual, usual, price) : undefined
  if (price !== undefined && !chosen) return problem('invalid-input', { fields: ['price'] })
  ticket.priceType = priceType
  if (chosen) ticket.held = { priceType, ...chosen }
  else delete ticket.held
  return undefined
}
