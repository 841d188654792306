/** What was done in a while: how many a second, and milliseconds that 99 of 100 took no longer than. */
export type Rate = { readonly perSecond: number; readonly p99: number }

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** So many at once do something again and again for a while; what they did before they were warm doesn't count. */
export async function rateOf(
  atOnce: number,
  work: (worker: number) => Promise<unknown>,
  { seconds = 2, warmUp = 0.5 } = {},
): Promise<Rate> {
  const begun = performance.now()
  const [from, until] = [begun + warmUp * 1000, begun + (warmUp + seconds) * 1000]
  const times: number[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let now = performance.now(); now < until;) {
        await work(worker)
        const then = performance.now()
        if (now >= from && then <= until) times.push(then - now)
        now = then
      }
    }),
  )
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99) }
}

/** Takes turns, so that a machine that is busy for a while is busy for all of them; the median of each one's rounds. */
export async function takeTurns<Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Rate>>>,
): Promise<Record<Name, Rate & { readonly rounds: readonly Rate[] }>> {
  const results = new Map<Name, Rate[]>()
  const names = Object.keys(contestants) as Name[]
  for (let round = 0; round < rounds; round++)
    for (const name of names) results.set(name, [...(results.get(name) ?? []), await contestants[name]()])
  return Object.fromEntries(
    names.map((name) => {
      const each = results.get(name)!
      return [name, { perSecond: median(each.map((rate) => rate.perSecond)), p99: median(each.map((rate) => rate.p99)), rounds: each }]
    }),
  ) as unknown as Record<Name, Rate & { readonly rounds: readonly Rate[] }>
}
