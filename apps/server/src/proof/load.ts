/** Pseudo-random numbers that are the same for the same seed, so that a run can be repeated. */
export type SeededRandom = {
  /** Returns an integer from 0 up to, not including, `sides`. */
  readonly roll: (sides: number) => number
  readonly chance: (share: number) => boolean
}

/** A small generator (mulberry32): uniformly distributed, not for secrets. */
export function createRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return { roll: (sides) => Math.floor(next() * sides), chance: (share) => next() < share }
}

/** Runs a scenario for each of `people`, at most `atOnce` at the same time. Rejects with the first error. */
export async function crowd<Scenario>(
  people: number,
  atOnce: number,
  runScenario: (nth: number) => Promise<Scenario>,
): Promise<Scenario[]> {
  const results: Scenario[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let nth = next++; nth < people; nth = next++) results[nth] = await runScenario(nth)
  }
  await Promise.all(Array.from({ length: Math.min(people, atOnce) }, work))
  return results
}
