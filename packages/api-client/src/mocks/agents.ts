import { placeName } from '@playhouse/domain/plan'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { instantOf } from '@playhouse/domain/time'
import type { Allocation, BodyOf } from '#contract'
import { enterMockReturn, listMockAgentSales, type MockAgentTicket } from './agent-returns.ts'
import type { MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

/** Mock handlers of agents. */
export const agentHandlers = (
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['agents']> => {
  const entered: MockAgentTicket[] = []
  const enter = (visit: MockVisit, agent: string, { file }: BodyOf<Contract['agents']['enterReturn']>, isPreview: boolean) => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    const record = programme().things.agent.get(agent)?.value
    if (!record) return fail(problem('page-not-found'))
    const { commissionBasisPoints: basisPoints } = record
    return enterMockReturn(shop, counter, entered, { agent, basisPoints, by: session.value.staffUser, file, isPreview })
  }
  const performanceOf = (instance: string) => {
    const { startsAt, timeZone, production } = programme().things.performance.get(instance)!.value
    const { title } = programme().things.production.get(production)!.value
    return {
      instance,
      title,
      startsAt: new Date(instantOf(startsAt, timeZone).epochMilliseconds).toISOString(),
      timeZone,
      event: production,
    }
  }
  return {
    allocations: ({ params: { agent } }) => {
      if (!programme().things.agent.has(agent)) return fail(problem('page-not-found'))
      const allocations = counter.holds
        .filter((hold) => hold.agent === agent && hold.seats.length > 0)
        .map((hold): Allocation => {
          const { plan } = shop.pricedPerformanceOf(hold.performance)!
          return {
            ...performanceOf(hold.performance),
            note: hold.reason,
            releaseAt: hold.releaseAt === null ? null : new Date(hold.releaseAt).toISOString(),
            seats: hold.seats
              .toSorted((a, b) => a - b)
              .map((seat) => {
                const { area, row, number } = placeName(plan, seat)
                return { area, row, number: String(number) }
              }),
          }
        })
        .filter(({ startsAt }) => Date.parse(startsAt) > shop.now())
      return ok({ allocations: allocations.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)) })
    },
    sales: ({ params: { agent }, query }) => {
      const record = programme().things.agent.get(agent)?.value
      if (!record) return fail(problem('page-not-found'))
      return ok({
        sales: listMockAgentSales(shop, entered, { agent, paymentDays: record.paymentDays, performanceOf }, query),
        hasMore: false,
      })
    },
    previewReturn: ({ visit, params: { agent }, body }) => enter(visit, agent, body, true),
    enterReturn: ({ visit, params: { agent }, body }) => enter(visit, agent, body, false),
  }
}
