import type { InstanceSummary } from '@playhouse/api-client/contract'

/** Groups performances by month in the theatre's time zone, in order. `at` is one of them, to format the month's name. */
export function monthsOf(instances: readonly InstanceSummary[]): { id: string; at: InstanceSummary; instances: InstanceSummary[] }[] {
  return [...Map.groupBy(instances, (instance) => instance.startsAtLocal.slice(0, 7))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, instances]) => ({ id, at: instances[0]!, instances }))
}
