import { endedOffer, type OfferPlan, offerProblem } from '@playhouse/domain/offer-plan'
import { tryOffer, tryTogether } from '@playhouse/domain/offer-trial'
import { triedCodeOf } from '@playhouse/domain/named-code'
import { priceOf, type PriceType } from '@playhouse/domain/pricing'
import type { PromoTicket } from '@playhouse/domain/promo'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { instantOf, plainOf, wallClockFault } from '@playhouse/domain/time'
import type { PlannedOffer } from '#contract'
import { discountedTickets, stateOfPromo, toSalePerformance, usesOf } from './eligibility.ts'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { salesOfOffer, takenCodes, usesOfCodes } from './named-codes.ts'
import type { MockWanted, PlannedProgramme } from './planned-programme.ts'

/** Mock handlers of the offers that staff plan. */
export function offerHandlers(shop: MockShop, counter: MockCounter, programme: () => PlannedProgramme): MockHandlers<Contract['offers']> {
  const { timeZone } = shop.brand
  const describe = (id: string, { value, version }: { readonly value: OfferPlan; readonly version: number }): PlannedOffer => ({
    ...{ id, version, offer: value, used: usesOf(shop, id), state: stateOfPromo(shop, { code: id, ...value }) },
  })
  const read = (id: string): Result<PlannedOffer, Problem<'page-not-found'>> => {
    const stored = programme().things.offer.get(id)
    return stored ? ok(describe(id, stored)) : fail(problem('page-not-found'))
  }
  const priceTypes = (): Pick<PriceType, 'id' | 'name' | 'kind'>[] => {
    const types = shop.priceLists.flatMap((list) => list.priceTypes).map(({ id, name, kind }) => ({ id, name, kind }))
    return [...new Map(types.map((type) => [type.id, type])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
  const rejectionOf = (id: string, offer: OfferPlan): Problem | undefined =>
    offerProblem(offer, {
      ...{ timeZone, id, used: usesOf(shop, id), usesOfCodes: usesOfCodes(shop, offer) },
      takenCodes: takenCodes(
        shop,
        id,
        (offer.codes ?? []).map(({ code }) => code),
      ),
      productions: new Set(programme().things.production.keys()),
      performances: new Set(programme().things.performance.keys()),
      memberships: new Set(shop.brand.memberships.map((level) => level.id)),
      priceTypes: new Map(priceTypes().map((type) => [type.id, type.kind])),
    })
  type Kind = 'create-offer' | 'edit-offer' | 'end-offer'
  const apply = (visit: MockVisit, kind: Kind, reason: string | undefined, wanted: Omit<MockWanted, 'subject'>) => {
    const by = changerName(counter, visit)
    const applied = programme().apply({ by, kind, reason }, [{ ...wanted, subject: 'offer' }])
    if (!applied.ok) return applied
    const offer = read(wanted.id)
    return offer.ok ? ok({ offer: offer.value, changeSet: applied.value.changeSet }) : offer
  }
  return {
    all: () =>
      ok({
        offers: [...programme().things.offer].map(([id, stored]) => describe(id, stored)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        priceTypes: priceTypes(),
        timeZone,
      }),
    one: ({ params }) => read(params.offer),
    sales: ({ params: { offer: id } }) => {
      const stored = programme().things.offer.get(id)
      return stored ? ok({ codes: salesOfOffer(shop, id, stored.value) }) : fail(problem('page-not-found'))
    },
    test: ({ params: { offer: id }, body: { at, memberships, code: typed, tickets } }) => {
      const stored = programme().things.offer.get(id)
      if (!stored) return fail(problem('page-not-found'))
      if (at !== null && wallClockFault(at, timeZone)) return fail(problem('invalid-input', { fields: ['at'] }))
      const priced: PromoTicket[] = []
      for (const [nth, { performance, band, priceType, quantity }] of tickets.entries()) {
        const found = shop.performance(performance)
        if (!found) return fail(problem('invalid-input', { fields: [`tickets.${nth}.performance`] }))
        const price = priceOf(shop.pricedPerformanceOf(performance)!.list, band, priceType)
        if (!price) return fail(problem('invalid-input', { fields: [`tickets.${nth}.priceType`] }))
        const ticket = { performance: toSalePerformance(found), band, priceType, price: price.price }
        priced.push(...Array.from({ length: quantity }, () => ticket))
      }
      const moment = at === null ? shop.now() : instantOf(at, timeZone).epochMilliseconds
      const named =
        typed === undefined
          ? null
          : triedCodeOf(stored.value, { id, usesOfCodes: usesOfCodes(shop, stored.value), timeZone, at: moment }, typed)
      if (named === undefined) return fail(problem('invalid-input', { fields: ['code'] }))
      const triedOf = (code: string, { value }: { readonly value: OfferPlan }) => ({
        ...{ code, offer: value, used: usesOf(shop, code), others: discountedTickets(shop, code) },
      })
      const circumstances = { timeZone, at: moment, memberships: memberships ?? [] }
      const all = [...programme().things.offer].map(([code, each]) => triedOf(code, each))
      const tried = { ...triedOf(id, stored), codeState: named?.state }
      return ok({
        ...tryOffer(stored.value, { ...circumstances, ...tried }, priced),
        code: named,
        together: tryTogether(tried, all, circumstances, priced),
      })
    },
    create: ({ body: { code, offer, reason }, visit }) => {
      if (takenCodes(shop, code, [code]).size > 0) return fail(problem('id-taken', { id: code }))
      const rejection = rejectionOf(code, offer)
      return rejection ? fail(rejection) : apply(visit, 'create-offer', reason, { id: code, version: 'new', change: () => offer })
    },
    edit: ({ params: { offer: id }, body: { version, offer, reason }, visit }) => {
      const rejection = rejectionOf(id, offer)
      return rejection ? fail(rejection) : apply(visit, 'edit-offer', reason, { id, version, change: () => offer })
    },
    end: ({ params: { offer: id }, body: { version, reason }, visit }) => {
      const now = plainOf(Temporal.Instant.fromEpochMilliseconds(shop.now()), timeZone)
      return apply(visit, 'end-offer', reason, { id, version, change: (current: OfferPlan) => endedOffer(current, now) })
    },
  }
}
