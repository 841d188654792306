import { changedFields, isSameValue } from '@playhouse/domain/change'
import type { PerformanceChange, PerformancePlan } from '@playhouse/domain/performance-plan'
import { type AccessTag, accessTags } from '@playhouse/domain/season'
import { typedLimit } from './typed-number.ts'

type Sale = PerformancePlan['web']['sale']

/** What is typed about a period of priority booking. */
export type PriorityDraft = { readonly day: string; readonly time: string; readonly memberships: readonly string[] }

/** The most periods of a performance. */
export const maxPriorityPeriods = 20

export const priorityDraftOf = (priority: PerformancePlan['priority']): PriorityDraft[] =>
  priority.map(({ from, memberships }) => {
    const [day = '', time = ''] = from.split('T')
    return { day, time, memberships }
  })

/** The periods that were typed. Their values may be invalid: the server names them. */
export const typedPriority = (drafts: readonly PriorityDraft[]): PerformancePlan['priority'] =>
  drafts.map(({ day, time, memberships }) => ({ from: `${day}T${time.trim()}`, memberships: memberships.toSorted() }))

/** What is typed about a single performance. `plan`: hall and version; `type`: empty for none; `members`: empty for everyone; `programme`: empty for none. */
export type PerformanceDraft = {
  readonly day: string
  readonly time: string
  readonly saleDay: string
  readonly saleTime: string
  readonly priority: readonly PriorityDraft[]
  readonly plan: string
  readonly priceList: string
  readonly type: string
  readonly perCustomer: string
  readonly accessTags: readonly AccessTag[]
  readonly members: readonly string[]
  readonly programme: string
  readonly sale: Sale
  readonly isVisible: boolean
  readonly isAtCounter: boolean
  readonly sellsAtCounter: boolean
}

/** The fields of a performance that its form has. The others are kept. */
export type TypedPerformance = Required<
  Pick<
    PerformancePlan,
    | 'startsAt'
    | 'generalSaleAt'
    | 'priority'
    | 'hall'
    | 'planVersion'
    | 'priceList'
    | 'type'
    | 'perCustomer'
    | 'accessTags'
    | 'members'
    | 'programme'
    | 'web'
    | 'counter'
  >
>

/** The draft of a performance that exists. */
export function performanceDraftOf(performance: TypedPerformance): PerformanceDraft {
  const { startsAt, generalSaleAt, hall, planVersion, priceList, type, perCustomer, members, programme, web, counter } = performance
  const [[day = '', time = ''], [saleDay = '', saleTime = '']] = [startsAt.split('T'), generalSaleAt.split('T')]
  return {
    ...{ day, time, saleDay, saleTime, plan: `${hall}/${planVersion}`, priceList, type: type ?? '', members: members ?? [] },
    ...{ programme: programme ?? '', priority: priorityDraftOf(performance.priority) },
    ...{ perCustomer: perCustomer === null ? '' : String(perCustomer), accessTags: performance.accessTags },
    ...{ sale: web.sale, isVisible: web.isVisible, isAtCounter: counter.isVisible, sellsAtCounter: counter.isOnSale },
  }
}

/** The fields that were typed. Their values may be invalid: the server names them. */
export function typedPerformance(draft: PerformanceDraft): TypedPerformance {
  const [hall = '', planVersion = ''] = draft.plan.split('/')
  return {
    ...{ startsAt: `${draft.day}T${draft.time.trim()}`, generalSaleAt: `${draft.saleDay}T${draft.saleTime.trim()}` },
    priority: typedPriority(draft.priority),
    ...{ hall, planVersion, priceList: draft.priceList, type: draft.type === '' ? null : draft.type },
    perCustomer: typedLimit(draft.perCustomer),
    accessTags: accessTags.filter((tag) => draft.accessTags.includes(tag)),
    members: draft.members.length === 0 ? null : draft.members.toSorted(),
    programme: draft.programme === '' ? null : draft.programme,
    web: { sale: draft.sale, isVisible: draft.isVisible },
    counter: { isVisible: draft.isAtCounter, isOnSale: draft.sellsAtCounter },
  }
}

/** The fields that were typed differently. An empty object where none was. */
export function changeOfPerformance(base: PerformanceDraft, draft: PerformanceDraft): Partial<PerformanceChange> {
  const changed = changedFields(typedPerformance(base), typedPerformance(draft)).map(({ field, after }) => [field, after])
  return Object.fromEntries(changed) as Partial<PerformanceChange>
}

/** What was typed, with the fields that another staff user changed meanwhile and that were not typed here. */
export const mergePerformanceDrafts = (base: PerformanceDraft, typed: PerformanceDraft, current: PerformanceDraft): PerformanceDraft =>
  Object.fromEntries(
    (Object.keys(typed) as (keyof PerformanceDraft)[]).map((field) => [
      field,
      isSameValue(typed[field], base[field]) ? current[field] : typed[field],
    ]),
  ) as PerformanceDraft
