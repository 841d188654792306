import type { CounterInstance, OpenInstance } from '@playhouse/api-client/contract'
import { eligibilityOf } from '@playhouse/domain/eligibility'
import type { Showing } from '#modules/catalogue'
import { counterEntitlement, type CounterPerformance, readSeatBlocks } from '#modules/counter'
import { pricesFor } from './catalogue.ts'
import type { AppContext } from '../app-context.ts'

/** Performances that the counter may still sell, the next first. */
export async function listAtCounter(context: AppContext): Promise<CounterInstance[]> {
  const now = await context.catalogue.now()
  const ahead = (await context.catalogue.showings()).filter(({ startsAt }) => startsAt > now)
  return Promise.all(ahead.map((showing) => summarise(context, showing)))
}

/** All that is needed to sell a performance, but its plan. */
export async function readAtCounter(context: AppContext, at: CounterPerformance): Promise<OpenInstance> {
  const { showing, tariff } = at
  const { buys } = eligibilityOf(counterEntitlement, showing, await context.catalogue.now())
  return {
    ...(await summarise(context, showing)),
    hall: showing.hall,
    planVersion: showing.planVersion,
    prices: pricesFor(tariff, buys),
    holds: await readSeatBlocks(context, at),
  }
}

async function summarise({ catalogue, outlook }: AppContext, showing: Showing): Promise<CounterInstance> {
  const hall = (await catalogue.hall(showing.hall, showing.planVersion))!
  const seatsLeft = Math.max(0, showing.seats - ((await outlook.claimed()).get(showing.id) ?? 0))
  return {
    id: showing.id,
    event: showing.production.id,
    title: showing.production.title,
    startsAt: new Date(showing.startsAt).toISOString(),
    timeZone: showing.timeZone,
    hallName: hall.plan.name,
    availability: await catalogue.labelOf(showing, seatsLeft, true),
    seatsLeft,
  }
}
