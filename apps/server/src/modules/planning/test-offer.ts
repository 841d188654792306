import { type Kysely, sql } from 'kysely'
import type { OfferTrialRequest, PlannedOffer } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import type { Catalogue } from '#modules/catalogue'
import { readNamedCodes } from '#modules/promo'
import { type OffersTrial, type OfferTrial, type TriedOffer, tryOffer, tryTogether } from '@playhouse/domain/offer-trial'
import { triedCodeOf, type TriedCode } from '@playhouse/domain/named-code'
import { priceOf } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { DiscountedTickets, PromoTicket } from '@playhouse/domain/promo'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { instantOf, wallClockFault } from '@playhouse/domain/time'
import type { EditDeps } from './edit-production.ts'
import { listOffers, readPlannedOffer } from './offers.ts'

type Deps = EditDeps & { readonly catalogue: Pick<Catalogue, 'performanceDetails' | 'priceTable'> }

/**
 * Tries an offer on tickets at their current prices, and writes nothing. `page-not-found` for an unknown offer, `invalid-input` for a ticket that
 * the programme does not sell, and for a code that is none of the offer's.
 */
export async function testOffer(
  deps: Deps,
  code: string,
  { at, memberships = [], code: typed, tickets }: OfferTrialRequest,
): Promise<
  Result<OfferTrial & { readonly code: TriedCode | null; readonly together: OffersTrial }, Problem<'page-not-found' | 'invalid-input'>>
> {
  const { db, catalogue, brand } = deps
  const planned = await readPlannedOffer(deps, code)
  if (!planned) return fail(problem('page-not-found'))
  if (at !== null && wallClockFault(at, brand.timeZone)) return fail(problem('invalid-input', { fields: ['at'] }))
  const priced: PromoTicket[] = []
  for (const [nth, { performance: id, band, priceType, quantity }] of tickets.entries()) {
    const performance = await catalogue.performanceDetails(id)
    if (!performance) return fail(problem('invalid-input', { fields: [`tickets.${nth}.performance`] }))
    const price = priceOf((await catalogue.priceTable(performance.priceList)).list, band, priceType)
    if (!price) return fail(problem('invalid-input', { fields: [`tickets.${nth}.priceType`] }))
    priced.push(...Array.from({ length: quantity }, () => ({ performance, band, priceType, price: price.price })))
  }
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  const moment = at === null ? now.getTime() : instantOf(at, brand.timeZone).epochMilliseconds
  const usesOfCodes = new Map((await readNamedCodes(db, [code])).map((each) => [each.code, each.used]))
  const named =
    typed === undefined ? null : triedCodeOf(planned.offer, { id: code, usesOfCodes, timeZone: brand.timeZone, at: moment }, typed)
  if (named === undefined) return fail(problem('invalid-input', { fields: ['code'] }))
  const circumstances = { timeZone: brand.timeZone, at: moment, memberships }
  const discounted = await readDiscountedTickets(
    db,
    tickets.map(({ performance }) => performance),
  )
  const triedOf = ({ id, offer, used }: PlannedOffer): TriedOffer => ({ code: id, offer, used, others: discounted.get(id) ?? {} })
  const all = (await listOffers(deps)).map(triedOf)
  const tried = { ...triedOf(planned), codeState: named?.state }
  return ok({
    ...tryOffer(planned.offer, { ...circumstances, ...tried }, priced),
    code: named,
    together: tryTogether(tried, all, circumstances, priced),
  })
}

/** The discounted tickets of all offers at some performances, by the code of the offer. */
async function readDiscountedTickets(
  db: Kysely<Database>,
  performances: readonly string[],
): Promise<ReadonlyMap<string, DiscountedTickets>> {
  const rows = await db
    .selectFrom('promo_performance')
    .selectAll()
    .where('performance_id', 'in', [...performances])
    .execute()
  const byCode = Map.groupBy(rows, ({ code }) => code)
  return new Map([...byCode].map(([code, ofCode]) => [code, Object.fromEntries(ofCode.map((row) => [row.performance_id, row.tickets]))]))
}
