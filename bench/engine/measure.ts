/**
 * Results of one load: calls per second, 99th percentile in milliseconds, and the number of all calls, including those that
 * do not count.
 */
export type Rate = { readonly perSecond: number; readonly p99: number; readonly calls: number }

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Calls a function repeatedly with a number of concurrent clients for a period. Calls of the warm-up do not count. */
export async function rateOf(
  atOnce: number,
  work: (worker: number) => Promise<unknown>,
  { seconds = 2, warmUp = 0.5 } = {},
): Promise<Rate> {
  const startedAt = performance.now()
  const [from, until] = [startedAt + warmUp * 1000, startedAt + (warmUp + seconds) * 1000]
  const times: number[] = []
  let calls = 0
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let now = performance.now(); now < until;) {
        await work(worker)
        calls += 1
        const startedAt = performance.now()
        if (now >= from && startedAt <= until) times.push(startedAt - now)
        now = startedAt
      }
    }),
  )
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99), calls }
}

/** Runs the loads in turns, so that other work on the machine affects all of them; returns the median round of each. */
export async function takeTurns<Name extends string, Result extends Rate>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Rate & { readonly rounds: readonly Result[] }>> {
  const results = new Map<Name, Result[]>()
  const names = Object.keys(contestants) as Name[]
  for (let round = 0; round < rounds; round++)
    for (const name of names) results.set(name, [...(results.get(name) ?? []), await contestants[name]()])
  return Object.fromEntries(
    names.map((name) => {
      const each = results.get(name)!
      const of = (what: keyof Rate): number => median(each.map((rate) => rate[what]))
      return [name, { perSecond: of('perSecond'), p99: of('p99'), calls: of('calls'), rounds: each }]
    }),
  ) as unknown as Record<Name, Rate & { readonly rounds: readonly Result[] }>
}
