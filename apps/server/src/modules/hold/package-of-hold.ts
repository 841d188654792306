import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { releasePackage } from '#modules/basket'
import { type Money, money } from '@playhouse/domain/money'
import { pricePackage } from '@playhouse/domain/package-price'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { LoadedRequest, PartOfHold, ValidatedSeats } from './hold-request.ts'

type Part = PartOfHold & { readonly validatedSeats: ValidatedSeats }

/**
 * Prices the new seats of a request as its package. A request without one keeps its prices.
 * @returns `tickets-not-added` where the basket has one of the seats in another package
 */
export function pricePackageParts<Each extends Part>(
  { package: sold }: Pick<LoadedRequest, 'package'>,
  parts: readonly Each[],
): Result<{ readonly parts: readonly Each[]; readonly saved: Money }, Problem<'tickets-not-added' | 'price-type-unavailable'>> {
  if (!sold) return ok({ parts, saved: money(0) })
  if (parts.some(({ validatedSeats }) => validatedSeats.newSeats.length !== sold.people)) return fail(problem('tickets-not-added'))
  const seats = parts.flatMap((part) => part.validatedSeats.newSeats.map((seat) => ({ ...seat, key: keyOf(part, seat) })))
  const outside = seats.find(({ band }) => sold.bands.length > 0 && !sold.bands.includes(band))
  if (outside) return fail(problem('price-type-unavailable', { priceType: outside.priceType }))
  const priced = pricePackage(sold.pricing, seats, parts.length)
  if (!priced.ok) return priced
  const { shares, saved } = priced.value
  const withShares = parts.map((part) => {
    const newSeats = part.validatedSeats.newSeats.map((seat) => ({ ...seat, ...shares.get(keyOf(part, seat))! }))
    return { ...part, validatedSeats: { ...part.validatedSeats, newSeats } }
  })
  return ok({ parts: withShares, saved })
}

const keyOf = ({ bookable }: PartOfHold, { index }: { readonly index: number }): string => `${bookable.performanceDetails.id} ${index}`

type Grant = Pick<LoadedRequest, 'basket' | 'tickets' | 'series' | 'package'> & {
  readonly saved: Money
  readonly parts: readonly Pick<Part, 'validatedSeats'>[]
}

/** Releases the packages that requests replace, except for seats that the requests release or hold themselves. */
export async function releaseReplaced(trx: Transaction<Database>, grants: readonly Grant[]): Promise<void> {
  for (const { basket, tickets, package: sold, parts } of grants) {
    if (sold?.replaces === undefined) continue
    const released = new Set(parts.flatMap(({ validatedSeats }) => validatedSeats.releasedTickets))
    await releasePackage(
      trx,
      basket.id,
      sold.replaces,
      tickets.filter((ticket) => !released.has(ticket)),
    )
  }
}

/** Writes the packages of granted requests. Their baskets are inserted before. */
export async function writePackages(trx: Transaction<Database>, grants: readonly Grant[]): Promise<void> {
  const rows = grants.flatMap(({ basket, series, package: sold, saved }) =>
    sold && series !== null
      ? [
          {
            ...{ id: series, basket_id: basket.id, package_id: sold.package, kind: sold.kind, saved },
            ...{ name: JSON.stringify(sold.name), choice: JSON.stringify(sold.choice) },
          },
        ]
      : [],
  )
  if (rows.length > 0) await trx.insertInto('basket_package').values(rows).execute()
}
