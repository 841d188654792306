import type { ApiClient } from '@playhouse/api-client/client'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { daysAhead, defaults, planOf, value } from './staff-client.ts'

/** All weekdays of a pattern. */
export const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Creates a production with a performance on each of some days, the first of them `from` days ahead. */
export async function createRun(
  programmer: ApiClient,
  id: string,
  { days = 1, from = 40 }: { readonly days?: number; readonly from?: number } = {},
): Promise<PlannedProduction> {
  value(await programmer.planning.createProduction({ body: { production: planOf(id) } }))
  const pattern = {
    from: daysAhead(from),
    until: daysAhead(from + days - 1),
    rules: [{ weekdays: everyDay, time: '19:30', type: null }],
    except: [],
  }
  const body = { pattern, defaults: defaults(), skip: [], isPreview: false }
  const { changeSet } = value(await programmer.planning.addRun({ params: { event: id }, body }))
  if (changeSet === null) throw new Error(`no performance of ${id} was added`)
  return read(programmer, id)
}

/** Reads a planned production. */
export const read = async (programmer: ApiClient, event: string): Promise<PlannedProduction> =>
  value(await programmer.planning.production({ params: { event } }))

/** Publishes a production. */
export async function publish(programmer: ApiClient, event: string): Promise<PlannedProduction> {
  const { version } = await read(programmer, event)
  return value(await programmer.planning.publish({ params: { event }, body: { version } }))
}
