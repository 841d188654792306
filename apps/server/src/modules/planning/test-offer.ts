import { sql } from 'kysely'
import type { OfferTrialRequest, PlannedOffer } from '@playhouse/api-client/contract'
import type { Catalogue } from '#modules/catalogue'
import { type OffersTrial, type OfferTrial, type TriedOffer, tryOffer, tryTogether } from '@playhouse/domain/offer-trial'
import { priceOf } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { PromoTicket } from '@playhouse/domain/promo'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { instantOf, wallClockFault } from '@playhouse/domain/time'
import type { EditDeps } from './edit-production.ts'
import { listOffers, readPlannedOffer } from './offers.ts'

type Deps = EditDeps & { readonly catalogue: Pick<Catalogue, 'performanceDetails' | 'priceTable'> }

/**
 * Tries an offer on tickets at their current prices, and writes nothing. `page-not-found` for an unknown offer, `invalid-input` for a ticket that
 * the programme does not sell.
 */
export async function testOffer(
  deps: Deps,
  code: string,
  { at, memberships = [], tickets }: OfferTrialRequest,
): Promise<Result<OfferTrial & { readonly together: OffersTrial }, Problem<'page-not-found' | 'invalid-input'>>> {
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
  const circumstances = { timeZone: brand.timeZone, at: moment, memberships }
  const all = (await listOffers(deps)).map(triedOf)
  return ok({
    ...tryOffer(planned.offer, { ...circumstances, used: planned.used }, priced),
    together: tryTogether(triedOf(planned), all, circumstances, priced),
  })
}

const triedOf = ({ id, offer, used }: PlannedOffer): TriedOffer => ({ code: id, offer, used })
