import { hallPlanId, isSamePlan, nextPlanVersion } from '@playhouse/domain/hall-plan'
import { expandRuns, readPlan } from '@playhouse/domain/plan'
import { storedPriceListOf } from '@playhouse/domain/price-list-plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { bandsOfNewPlan, priceListOfPlan, readUploadedPlan, reportOfPlan } from '@playhouse/domain/uploaded-plan'
import type { BodyOf, PlannedHall, ReplyOf } from '#contract'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { type MockWanted, planOfHall, type PlannedProgramme, seatsOfPlan } from './planned-programme.ts'
import { isPerformanceAhead } from './price-lists.ts'

type AddedPlan = ReplyOf<Contract['halls']['addPlan']>

/** Mock handlers of halls and their plans. */
export function hallHandlers(shop: MockShop, counter: MockCounter, programme: () => PlannedProgramme): MockHandlers<Contract['halls']> {
  const nameOf = (visit: MockVisit): string => changerName(counter, visit)
  const openedAt = new Date(shop.now()).toISOString()
  const addedAt = new Map<string, string>()
  /** The plans of a hall, the newest first. */
  const plansOf = (hall: string) =>
    [...programme().things['hall-plan'].values()]
      .map(({ value }) => value)
      .filter((plan) => plan.hall === hall)
      .toReversed()
  const performancesAhead = () =>
    [...programme().things.performance.values()].map(({ value }) => value).filter((each) => isPerformanceAhead(shop, each))
  const listsOf = (hall: string) => shop.priceLists.filter((list) => list.hall === hall)
  const seatsIn = (hall: string, planVersion: string): number => seatsOfPlan(shop.plan(hall, planVersion))
  const read = (hall: string): Result<PlannedHall, Problem<'page-not-found'>> => {
    const plans = plansOf(hall)
    if (!plans[0]) return fail(problem('page-not-found'))
    return ok({
      ...{ hall, name: plans[0].name },
      plans: plans.map(({ planVersion }) => ({
        ...{ planVersion, seats: seatsIn(hall, planVersion), addedAt: addedAt.get(hallPlanId(hall, planVersion)) ?? openedAt },
        performances: performancesAhead().filter((each) => each.hall === hall && each.planVersion === planVersion).length,
      })),
      priceLists: listsOf(hall).map((list) => ({ id: list.id, name: list.name ?? list.id, planVersion: list.planVersion ?? null })),
    })
  }
  const add = (
    visit: MockVisit,
    { name, file, priceList, isPreview, reason }: BodyOf<Contract['halls']['addPlan']>,
    { hall, isNewHall }: { readonly hall: string; readonly isNewHall: boolean },
  ): Result<AddedPlan, Problem> => {
    const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
    const uploaded = readUploadedPlan(bytes, { hall, name, languages: shop.brand.locales })
    if (!uploaded.ok) return uploaded
    const plans = plansOf(hall)
    if (isNewHall && plans.length > 0) return fail(problem('id-taken', { id: hall }))
    if (!isNewHall && plans.length === 0) return fail(problem('page-not-found'))
    const same = plans.find(({ planVersion }) => isSamePlan(planVersion, uploaded.value))
    if (same) return fail(problem('id-taken', { id: same.planVersion }))
    const basedOn = shop.priceLists.find(({ id }) => id === priceList.basedOn)
    if (priceList.basedOn !== null && !basedOn) return fail(problem('invalid-input', { fields: ['priceList.basedOn'] }))
    if (shop.priceLists.some(({ id }) => id === priceList.id)) return fail(problem('id-taken', { id: priceList.id }))
    const former = plans.at(-1)?.planVersion
    const earlier = basedOn?.hall === hall ? planOfHall(shop, hall, basedOn.planVersion ?? former ?? '') : undefined
    const earlierPlan = earlier && readPlan(earlier)
    const bandOf = bandsOfNewPlan(
      readPlan(uploaded.value.data),
      uploaded.value,
      earlierPlan && { plan: earlierPlan, bandOf: expandRuns(basedOn!.seatBands, new Uint8Array(earlierPlan.seatCount)) },
    )
    const report = reportOfPlan(uploaded.value, bandOf)
    if (isPreview) return ok({ report, planVersion: null, changeSet: null })
    if (!report.isSellable) return fail(problem('plan-refused', { reason: 'has-errors' }))
    const added = shop.addedPlans.filter((plan) => plan.hall === hall)
    const ofSeason = plans.filter(({ planVersion }) => !added.some((plan) => plan.version === planVersion))
    const version = nextPlanVersion(ofSeason.length + added.length, uploaded.value)
    const data = { ...uploaded.value.data, version }
    const list = priceListOfPlan(readPlan(data), bandOf, priceList, basedOn)
    const wanted: MockWanted[] = [
      { subject: 'hall-plan', id: hallPlanId(hall, version), version: 'new', change: () => ({ hall, planVersion: version, name }) },
      { subject: 'price-list', id: list.id, version: 'new', change: () => storedPriceListOf(list) },
      ...listsOf(hall)
        .filter(({ planVersion }) => planVersion === undefined)
        .map(({ id }): MockWanted<'price-list'> => ({
          ...{ subject: 'price-list', id, version: 'any' },
          change: (current: object) => ({ ...current, planVersion: former }),
        })),
    ]
    shop.addedPlans.push(data)
    addedAt.set(hallPlanId(hall, version), new Date(shop.now()).toISOString())
    const applied = programme().apply({ by: nameOf(visit), kind: 'add-plan', reason }, wanted)
    return applied.ok ? ok({ report, planVersion: version, changeSet: applied.value.changeSet }) : applied
  }
  return {
    all: () => {
      const halls = [...new Set([...programme().things['hall-plan'].values()].map(({ value }) => value.hall))]
      return ok({
        halls: halls
          .map((hall) => {
            const plans = plansOf(hall)
            const { name, planVersion } = plans[0]!
            return {
              ...{ hall, name, planVersion, seats: seatsIn(hall, planVersion), plans: plans.length, priceLists: listsOf(hall).length },
              performances: performancesAhead().filter((each) => each.hall === hall).length,
            }
          })
          .toSorted((one, other) => one.name.localeCompare(other.name)),
      })
    },
    one: ({ params }) => read(params.hall),
    create: ({ body: { hall, ...body }, visit }) => add(visit, body, { hall, isNewHall: true }),
    addPlan: ({ params: { hall }, body, visit }) => add(visit, body, { hall, isNewHall: false }),
  }
}
