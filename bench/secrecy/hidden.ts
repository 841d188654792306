import { saveProgramme } from '../../apps/server/src/modules/programme/index.ts'
import type { BenchShop } from '../engine/bench-shop.ts'
import { type KeepAlive, request } from '../engine/keep-alive.ts'
import { median } from '../engine/measure.ts'

/** Ids of equal length: a performance of a programme, and two that do not exist. The unknown ones give the noise. */
const groups = ['small-closed', 'small-absent', 'small-nought'] as const
type Id = (typeof groups)[number]
/** The performances of the hall that are seeded: one that is public, and the hidden one. */
export const seededPerformances = ['small', groups[0]] as const
const event = 'the-tempest'
/** Smaller differences, in milliseconds, are noise of the machine. */
const leastDifference = 0.05

const calls: readonly { readonly method: 'GET' | 'POST'; readonly path: (id: Id) => string; readonly body?: object }[] = [
  { method: 'GET', path: (id) => `/api/instances/${id}` },
  { method: 'GET', path: (id) => `/api/instances/${id}/prices` },
  { method: 'GET', path: (id) => `/api/instances/${id}/availability` },
  { method: 'GET', path: (id) => `/api/availability?instances=${id}` },
  { method: 'GET', path: (id) => `/api/instances/${id}/food` },
  { method: 'GET', path: (id) => `/api/queue/${id}` },
  { method: 'POST', path: (id) => `/api/instances/${id}/best-available`, body: { quantity: 2, together: true } },
  { method: 'GET', path: (id) => `/events/${event}/${id}` },
]

/** Hides a performance from visitors, before the server starts. */
export async function hidePerformance({ db }: Pick<BenchShop, 'db'>): Promise<void> {
  const programme = { id: 'schools', name: { text: 'Schools' }, text: { text: 'For schools.' }, opensPriceTypes: [] }
  await saveProgramme(db, programme, [], { name: 'bench' })
  await db.updateTable('performance').set({ programme_id: programme.id }).where('id', '=', groups[0]).execute()
}

/** What a reply reveals: status, length and content, without the id that was sent and without what differs between any two replies. */
const contentOf = ({ status, body }: { readonly status: number; readonly body: Buffer }, id: Id): string =>
  `${status} ${body.length} ${body
    .toString()
    .replaceAll(id, 'ID')
    .replaceAll(/"(?:requestId|serverTime)":"[^"]*"/g, '')
    .replaceAll(/nonce(?:="|-)[^"']*/g, '')}`

type Settings = { readonly times: number; readonly warmUp: number; readonly maxDifference: number; readonly network: () => string }

/** Sends a call about each id in turn, and returns the median time of each, and the content of the last reply. */
async function measureCall(client: KeepAlive, { method, path, body }: (typeof calls)[number], { times, warmUp, network }: Settings) {
  const durations = new Map<Id, number[]>(groups.map((id) => [id, []]))
  const contents = new Map<Id, string>()
  for (let round = -warmUp; round < times; round++)
    for (const id of groups.toSorted(() => Math.random() - 0.5)) {
      const call = request(method, path(id), { 'x-forwarded-for': network(), ...(body && { body: JSON.stringify(body) }) })
      const startedAt = performance.now()
      const response = await client.ask(call)
      if (round >= 0) durations.get(id)!.push(performance.now() - startedAt)
      contents.set(id, contentOf(response, id))
    }
  const [hidden, unknown, other] = groups.map((id) => median(durations.get(id)!)) as [number, number, number]
  const [hiddenContent, unknownContent] = groups.map((id) => contents.get(id)!) as [string, string]
  return { hidden, unknown, other, hiddenContent, unknownContent }
}

/**
 * Sends each call about a hidden performance and about unknown ones, and prints the medians of their times. The contents of the replies
 * are compared too. A difference counts if it is there in three measurements: another process may slow one of them.
 * @returns whether a hidden performance differs from an unknown one
 */
export async function measureHidden(client: KeepAlive, settings: Settings): Promise<boolean> {
  let isRevealed = false
  for (const call of calls) {
    let [measured, isApart] = [await measureCall(client, call, settings), true]
    for (let measurement = 1; ; measurement++) {
      const { hidden, unknown, other } = measured
      // The times of the two unknown performances are equal but for noise: the hidden one is compared with the nearer of them.
      const apart = Math.max(hidden - Math.max(unknown, other), Math.min(unknown, other) - hidden)
      isApart = apart > settings.maxDifference * Math.min(unknown, other) && apart > leastDifference
      if (!isApart || measurement === 3) break
      measured = await measureCall(client, call, settings)
    }
    const { hidden, unknown, other, hiddenContent, unknownContent } = measured
    const verdict = hiddenContent !== unknownContent ? 'OTHER CONTENT' : isApart ? 'TOLD APART' : hiddenContent.slice(0, 3)
    isRevealed ||= hiddenContent !== unknownContent || isApart
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(9)
    const name = `${call.method} ${call.path(groups[0]).replace(groups[0], 'ID').replace(event, 'EVENT')}`
    console.log(
      `${name.padEnd(38)}${hidden.toFixed(2).padStart(9)}${unknown.toFixed(2).padStart(9)}${percent(hidden / unknown - 1)}${percent(other / unknown - 1)}  ${verdict}`,
    )
  }
  return isRevealed
}
