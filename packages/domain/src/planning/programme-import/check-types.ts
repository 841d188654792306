import type { PerformanceType } from '../production-plan.ts'
import type { FindClosest } from '../programme-file/index.ts'
import type { Composed } from './compose-things.ts'
import type { Known } from './known.ts'
import type { ProblemList } from './problem-list.ts'

/** Reports types of performances with an unknown price list. */
export function checkTypes(
  types: readonly Composed<PerformanceType>[],
  { known, closest }: { readonly known: Pick<Known, 'priceLists'>; readonly closest: FindClosest },
  problems: ProblemList,
): void {
  for (const { row, after } of types)
    if (!known.priceLists.has(after.priceList))
      problems.add(
        { sheet: 'performance types', row, field: 'priceList' },
        'unknown-reference',
        after.priceList,
        closest(after.priceList, [...known.priceLists.keys()]),
      )
}
