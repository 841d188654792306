import { isSameValue } from '../change.ts'
import { faultyTimes, lateTimes, performanceEditProblem, type StoredPerformance } from '../performance-plan.ts'
import type { FindClosest, ProgrammeFault } from '../programme-file/index.ts'
import { mayChangeState } from './check-productions.ts'
import type { Composed } from './compose-things.ts'
import type { Known } from './known.ts'
import type { ProblemList } from './problem-list.ts'

/**
 * Reports performances that refer to what does not exist, have impossible times, or may not change so because they are on sale.
 * @param hasClaims whether seats of a performance are taken
 */
export function checkPerformances(
  performances: readonly Composed<StoredPerformance>[],
  { known, hasClaims, closest }: { readonly known: Known; readonly hasClaims: (id: string) => boolean; readonly closest: FindClosest },
  problems: ProblemList,
): void {
  for (const { id, row, before, after } of performances) {
    const add = (field: string, fault: ProgrammeFault, value: string, suggestion: string | null = null): void =>
      problems.add({ sheet: 'performances', row, field }, fault, value, suggestion)
    checkReferences(after, { known, closest }, add)
    if (!mayChangeState(before, after)) add('state', 'state-kept', after.state, before?.state ?? null)
    if (!before) {
      for (const field of faultyTimes(after)) add(field, 'skipped-time', valueOf(after, field))
      for (const field of lateTimes(undefined, after))
        add(field, 'after-general-sale', valueOf(after, field), valueOf(after, 'generalSaleAt'))
      continue
    }
    const refusal = performanceEditProblem(before, after, { hasSeats: hasClaims(id), hasCustomers: hasClaims(id) })
    switch (refusal?.code) {
      case undefined:
        break
      case 'invalid-input':
        for (const field of refusal.params.fields)
          if (field === 'web.sale') add(field, 'cancelled', after.web.sale, before.web.sale)
          else if (faultyTimes(after).includes(field)) add(field, 'skipped-time', valueOf(after, field))
          else add(field, 'after-general-sale', valueOf(after, field), valueOf(after, 'generalSaleAt'))
        break
      case 'instance-cancelled':
        // What a cancelled performance has stays: a file that names it unchanged is no change.
        if (!isSameValue(before, after)) add('id', 'cancelled', id)
        break
      case 'performance-fixed':
        for (const field of refusal.params.fields) add(field, 'fixed-while-on-sale', valueOf(after, field), valueOf(before, field))
    }
  }
}

const valueOf = (performance: StoredPerformance, field: string): string => {
  const [name, nth] = field.split('.')
  const value = name === 'priority' ? performance.priority[Number(nth)]?.from : performance[field as keyof StoredPerformance]
  return typeof value === 'string' ? value.replace('T', ' ') : ''
}

function checkReferences(
  { hall, planVersion, priceList, production, type, programme }: StoredPerformance,
  { known, closest }: { readonly known: Known; readonly closest: FindClosest },
  add: (field: string, fault: ProgrammeFault, value: string, suggestion?: string | null) => void,
): void {
  const refer = (field: string, id: string | null, ids: Iterable<string>, has: (id: string) => boolean): boolean => {
    if (id === null || has(id)) return true
    add(field, 'unknown-reference', id, closest(id, [...ids]))
    return false
  }
  const { halls, priceLists, productions, types, programmes } = known
  const hasHall = refer('hall', hall, halls, (each) => halls.has(each))
  if (hasHall && known.seatsOf(hall, planVersion) === undefined)
    add('planVersion', 'unknown-reference', planVersion, known.newestPlan(hall) ?? null)
  const hasList = refer('priceList', priceList, priceLists.keys(), (each) => priceLists.has(each))
  if (hasHall && hasList && priceLists.get(priceList) !== hall) add('priceList', 'other-hall', priceList, priceLists.get(priceList)!)
  refer('production', production, productions, (each) => productions.has(each))
  refer('type', type, types, (each) => types.has(each))
  refer('programme', programme, programmes, (each) => programmes.has(each))
}
