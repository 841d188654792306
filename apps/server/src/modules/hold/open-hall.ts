import type { Freshness } from '#modules/seating'
import { bandsFor } from '#modules/pricing'
import type { Tariff } from '#modules/catalogue'
import type { Eligibility } from '@playhouse/domain/eligibility'
import { type BookableHall, seatStatus } from '@playhouse/domain/plan/best'
import type { HoldDeps, OnSale } from './hold-request.ts'

/** A hall whose seats are a copy, to be written into. */
export type OpenHall = BookableHall & { readonly seats: Uint8Array }

/**
 * The hall as somebody finds it who may buy this and that: from memory, so it may be a moment old; the claim decides.
 */
export async function openHall(
  { brand, outlook }: HoldDeps,
  { showing, hall, tariff }: Pick<OnSale, 'showing' | 'tariff'> & { readonly hall: Pick<OnSale['hall'], 'plan'> },
  { buys, sees }: Pick<Eligibility, 'buys' | 'sees'>,
  how?: Freshness,
): Promise<OpenHall> {
  const seats = await outlook.open(showing.id, showing.seats, how)
  for (const kept of showing.kept)
    if (!sees(kept.for)) for (const [first, some] of kept.seats) seats.fill(seatStatus.closed, first, first + some)
  const sold = bandsFor(tariff, buys)
  if (bandsIn(tariff).some((band) => !sold.has(band)))
    for (let seat = 0; seat < seats.length; seat++) if (!sold.has(tariff.bandOf[seat]!)) seats[seat] = seatStatus.closed
  const { seatBlocks } = tariff.list
  return { plan: hall.plan, bandOf: tariff.bandOf, seats, orphans: brand.seating.orphans, ...(seatBlocks && { blocks: seatBlocks }) }
}

const known = new WeakMap<Tariff, readonly number[]>()
/** The bands that a hall has seats of. */
function bandsIn(tariff: Tariff): readonly number[] {
  const inHall = known.get(tariff) ?? [...new Set(tariff.bandOf)]
  known.set(tariff, inHall)
  return inHall
}
