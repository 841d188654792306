import { type Plan, readPlan, writePlan } from '@playhouse/domain/plan'
import { draftOf } from '@playhouse/domain/plan/import'
import { hall } from '@playhouse/fixtures'
import { bowl, offersOf, theatre } from '#fixture'
import { notForSale, type SeatOffers } from '#props'
import { createSeatStore, type SeatStore } from '#store'

export type Hall = { readonly plan: Plan; readonly store: SeatStore; readonly offers: SeatOffers }

/** Halls by name: good ones, and what bad files and hosts make of them. */
export const halls: Readonly<Record<string, () => Hall>> = {
  theatre: () => sold(theatre()),
  bowl: () => sold(bowl(2, 22, 12, 18)),
  cabaret: () => sold(readPlan(hall('cabaret-180'))),
  opera: () => sold(readPlan(hall('opera-2250'))),
  thrust: () => sold(readPlan(hall('bridge-thrust'))),
  arena: () => sold(bowl(4, 48, 20, 26)),
  /** Ten seats on one spot, one a kilometre away, one on no number at all. */
  astray: () => {
    const plan = theatre()
    plan.x.fill(plan.x[40]!, 40, 50)
    plan.y.fill(plan.y[40]!, 40, 50)
    plan.x[60] = 100_000
    plan.y[60] = -100_000
    return sold(plan)
  },
  /** Types from a later version of the plan. */
  unknownTypes: () => {
    const plan = theatre()
    plan.type.fill(9, 0, 40)
    plan.type.fill(255, 40, 80)
    return sold(plan)
  },
  /** Every seat is in a band that has no price, or in none that exists. */
  unpriced: () => {
    const { plan, store, offers } = sold(theatre())
    return { plan, store, offers: { bandOf: offers.bandOf.map((band, seat) => (seat % 3 ? band : 14)), bands: new Map() } }
  },
  /** Areas and a stage, and nowhere to sit. */
  empty: () => {
    const draft = draftOf(theatre())
    return sold(readPlan(writePlan({ ...draft, areas: draft.areas.map((area) => ({ ...area, rows: [] })) })))
  },
  /** An offer in which no seat is for sale. */
  closed: () => {
    const { plan, store, offers } = sold(theatre())
    return { plan, store, offers: { ...offers, bandOf: offers.bandOf.map(() => notForSale) } }
  },
}

/** A third taken, a few hidden: the same ones always. */
function sold(plan: Plan): Hall {
  const store = createSeatStore(plan)
  store.load(
    Uint8Array.from({ length: plan.seatCount }, (_, seat) => (seat % 41 === 7 ? 2 : (seat * 7_919) % 3 === 0 ? 1 : 0)),
    1,
  )
  return { plan, store, offers: offersOf(plan) }
}
