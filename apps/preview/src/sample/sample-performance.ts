import { createMockShop, type MockShop } from '@playhouse/api-client/mocks'
import type { Brand } from '@playhouse/domain/brand'
import { type Plan, type PlanData, readPlan } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import type { Production } from '@playhouse/domain/season'
import { instantOf } from '@playhouse/domain/time'
import { priceListOf, productionIn } from '@playhouse/fixtures'
import { performanceId } from './sale.ts'

/** The current day of every preview, so that a link shows the same dates tomorrow. */
const today = '2027-02-01'
const startsAt = '2027-02-12T19:30'
const onSaleSince = '2026-10-01T10:00'

/** A performance of a brand in a hall, for the map and the mock shop. */
export type SamplePerformance = {
  readonly data: PlanData
  readonly plan: Plan
  readonly production: Production
  readonly priceList: PriceList
}

/** A performance of the brand in this hall, with generated prices. */
export function samplePerformanceOf(brand: Brand, data: PlanData): SamplePerformance {
  const plan = readPlan(data)
  return { data, plan, production: productionIn(brand.id, data.hall), priceList: priceListOf(plan) }
}

/** An in-memory shop with this one performance, for one visitor, starting now on {@link today}. */
export function openMockShop(brand: Brand, { data, production, priceList }: SamplePerformance): MockShop {
  const at = (plain: string): number => instantOf(plain, brand.timeZone).epochMilliseconds
  const clockOffset = at(`${today}T12:00`) - performance.now()
  return createMockShop({
    brand,
    productions: [production],
    performances: [
      {
        id: performanceId,
        production: production.id,
        hall: data.hall,
        priceList: priceList.id,
        startsAt,
        timeZone: brand.timeZone,
        sale: 'on-sale',
        generalSaleAt: onSaleSince,
        accessTags: [],
        soldShare: 0,
        startsAtInstant: at(startsAt),
        generalSaleInstant: at(onSaleSince),
        priorityInstants: [],
      },
    ],
    priceLists: [priceList],
    plan: () => data,
    sold: () => [],
    now: () => Math.round(clockOffset + performance.now()),
    hasOneVisitor: true,
  })
}

/** Sets which seats of the mock shop are sold, and the visitor's basket. Earlier live sales are undone. */
export function setSoldSeats(shop: MockShop, availability: Uint8Array, mine: readonly number[]): void {
  const { taken, list } = shop.pricedPerformanceOf(performanceId)!
  const visit = shop.visits.get('visitor') ?? shop.newVisit()
  shop.visits.set('visitor', visit)
  taken.clear()
  availability.forEach((value, seat) => void (value && taken.set(seat, 'sold')))
  for (const seat of mine) taken.set(seat, visit)
  visit.tickets = mine.map((seat) => ({
    id: `00000000-0000-7000-8000-${String(seat).padStart(12, '0')}`,
    performance: performanceId,
    seat,
    priceType: list.priceTypes[0]!.id,
  }))
  visit.deadline = mine.length > 0 ? shop.now() + shop.brand.limits.holdSeconds * 1000 : null
}
