/** Numbers that look random and are the same for the same seed, so that a storm can be told of again. */
export type SeededRandom = {
  /** A whole number from 0 up to, not including, `sides`. */
  readonly roll: (sides: number) => number
  readonly chance: (share: number) => boolean
}

/** A small generator (mulberry32): evenly spread, not for secrets. */
export function createRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { roll: (sides) => Math.floor(next() * sides), chance: (share) => next() < share }
}

/** Lets so many people do something, never more than `atOnce` of them at the same time; the first who fails, fails all. */
export async function crowd<Scenario>(
  people: number,
  atOnce: number,
  runScenario: (nth: number) => Promise<Scenario>,
): Promise<Scenario[]> {
  const stories: Scenario[] = []
  let next = 0
  const stand = async (): Promise<void> => {
    for (let nth = next++; nth < people; nth = next++) stories[nth] = await runScenario(nth)
  }
  await Promise.all(Array.from({ length: Math.min(people, atOnce) }, stand))
  return stories
}
