import type { CounterInstance, OpenInstance } from '@playhouse/api-client/contract'
import { eligibilityOf } from '@playhouse/domain/eligibility'
import type { PerformanceDetails } from '#modules/catalogue'
import { counterEntitlement, type CounterPerformance, readSeatBlocks } from '#modules/counter'
import { pricesFor } from './catalogue.ts'
import type { AppContext } from '../app-context.ts'

/** Performances that the counter may still sell, the next first. */
export async function listAtCounter(context: AppContext): Promise<CounterInstance[]> {
  const now = await context.catalogue.now()
  const upcoming = (await context.catalogue.performances()).filter(({ startsAt, counter }) => startsAt > now && counter.isVisible)
  return Promise.all(upcoming.map((performanceDetails) => summarise(context, performanceDetails)))
}

/** All that is needed to sell a performance, but its plan. */
export async function readAtCounter(context: AppContext, at: CounterPerformance): Promise<OpenInstance> {
  const { performanceDetails, priceTable } = at
  const { buys } = eligibilityOf(counterEntitlement, performanceDetails, await context.catalogue.now())
  return {
    ...(await summarise(context, performanceDetails)),
    hall: performanceDetails.hall,
    planVersion: performanceDetails.planVersion,
    prices: pricesFor(performanceDetails, priceTable, buys),
    holds: await readSeatBlocks(context, at),
  }
}

async function summarise({ catalogue, availability }: AppContext, performanceDetails: PerformanceDetails): Promise<CounterInstance> {
  const hall = (await catalogue.hall(performanceDetails.hall, performanceDetails.planVersion))!
  const seatsLeft = Math.max(0, performanceDetails.seats - ((await availability.countClaimed()).get(performanceDetails.id) ?? 0))
  return {
    id: performanceDetails.id,
    event: performanceDetails.production.id,
    title: performanceDetails.production.title,
    startsAt: new Date(performanceDetails.startsAt).toISOString(),
    timeZone: performanceDetails.timeZone,
    hallName: hall.plan.name,
    availability: await catalogue.availabilityLabelOf(performanceDetails, seatsLeft, true),
    seatsLeft,
  }
}
