import { z } from 'zod'
import { idSchema } from '../id.ts'
import { add, type Money, money } from '../money/money.ts'
import { type Band, isPublicPriceType, type PriceList, priceOf } from '../pricing/pricing.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'

/** A change of the seats of a group booking: all of it is stored, or nothing. */
export const groupSeatsEditSchema = z.strictObject({
  /** The version that was read. */
  version: z.int().nonnegative(),
  /** Seats by their tickets, each with its new price type; null releases it. Seats that are not listed keep theirs. */
  seats: z
    .array(z.strictObject({ ticket: idSchema, priceType: z.string().min(1).max(40).nullable() }))
    .min(1)
    .max(1_000)
    .refine((seats) => new Set(seats.map(({ ticket }) => ticket)).size === seats.length),
})
export type GroupSeatsEdit = z.infer<typeof groupSeatsEditSchema>

/** A reserved seat of a group, with its price in minor units. */
export type GroupSeat = {
  readonly ticket: string
  readonly band: Band
  readonly priceType: string
  readonly price: number
  readonly fee: number
}

/** The price types that the seats of a group can get in a band: those that everyone may buy, at their current prices. */
export const groupChoicesOf = (list: Pick<PriceList, 'prices' | 'priceTypes'>, band: Band) =>
  list.priceTypes.flatMap((type) => {
    const price = isPublicPriceType(type) ? priceOf(list, band, type.id) : undefined
    return price ? [{ priceType: type.id, name: type.name, price: price.price, fee: price.fee }] : []
  })

/** Facts about a booking, in minor units. */
type BookingMoney = { readonly paid: number; readonly deposit: number }
/** The seats that a booking keeps, those that it releases, its new total, and its deposit, which is never above the total. */
export type ChangedGroupSeats = {
  readonly kept: readonly GroupSeat[]
  readonly changed: readonly GroupSeat[]
  readonly released: readonly string[]
  readonly total: Money
  readonly deposit: Money
}

/**
 * Gives seats of a group booking other price types, or releases them. A seat that keeps its price type keeps its reserved price; another
 * price type has its current price.
 * @returns `invalid-input` with `seats.0.priceType` for a price type that the band does not have, with `seats` where no seat would be left, and
 * with `total` where more is paid than the new total
 */
export function changeGroupSeats(
  seats: readonly GroupSeat[],
  { seats: wanted }: Pick<GroupSeatsEdit, 'seats'>,
  list: Pick<PriceList, 'prices' | 'priceTypes'>,
  { paid, deposit }: BookingMoney,
): Result<ChangedGroupSeats, Problem<'invalid-input'>> {
  const wantedOf = new Map(wanted.map(({ ticket, priceType }, nth) => [ticket, { priceType, nth }]))
  const [kept, changed, released, wrong]: [GroupSeat[], GroupSeat[], string[], string[]] = [[], [], [], []]
  for (const seat of seats) {
    const want = wantedOf.get(seat.ticket)
    if (want?.priceType === null) {
      released.push(seat.ticket)
      continue
    }
    const isSame = want === undefined || want.priceType === seat.priceType
    const choice = isSame ? undefined : groupChoicesOf(list, seat.band).find(({ priceType }) => priceType === want.priceType)
    if (!isSame && !choice) wrong.push(`seats.${want.nth}.priceType`)
    const next = choice ? { ...seat, priceType: choice.priceType, price: choice.price, fee: choice.fee } : seat
    if (choice) changed.push(next)
    kept.push(next)
  }
  if (kept.length === 0) wrong.push('seats')
  if (wrong.length > 0) return fail(problem('invalid-input', { fields: wrong }))
  const total = add(...kept.map(({ price }) => money(price)))
  if (paid > total) return fail(problem('invalid-input', { fields: ['total'] }))
  return ok({ kept, changed, released, total, deposit: money(Math.min(deposit, total)) })
}
