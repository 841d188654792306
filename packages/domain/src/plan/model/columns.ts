/** Maximum coordinate in centimetres (167 km): larger integers are not exact in a Float32Array. */
export const farthest = 2 ** 24

/**
 * Fills `target` from `[value, length]` runs.
 * @param most the maximum value; by default the maximum of the array's type
 * @throws RangeError unless the runs cover it exactly and hold no higher value.
 */
export function expandRuns<T extends Uint8Array | Uint16Array>(
  runs: readonly (readonly [number, number])[],
  target: T,
  most = 256 ** target.BYTES_PER_ELEMENT - 1,
): T {
  let at = 0
  for (const [value, length] of runs) {
    if (!(value >= 0 && value <= most)) throw new RangeError(`a run holds ${value}, the highest is ${most}`)
    target.fill(value, at, at + length)
    at += length
  }
  if (at !== target.length) throw new RangeError(`runs cover ${at} of ${target.length} seats`)
  return target
}

/** Values as runs of a value and its count; the inverse of {@link expandRuns}. */
export function toRuns(values: ArrayLike<number>): [number, number][] {
  const runs: [number, number][] = []
  for (let i = 0; i < values.length; i++) {
    const last = runs.at(-1)
    if (last && last[0] === values[i]) last[1] += 1
    else runs.push([values[i]!, 1])
  }
  return runs
}

/** Inverse of {@link toDifferences}. @throws RangeError where a value is beyond {@link farthest} or no number. */
export function sumDifferences(differences: readonly number[]): Float32Array {
  const values = new Float32Array(differences.length)
  let value = 0
  for (let i = 0; i < differences.length; i++) {
    values[i] = value += differences[i]!
    // Of what is no number JSON makes null, which adds up as nothing.
    if (differences[i] === null || !(value <= farthest && value >= -farthest)) throw new RangeError(`a seat stands at ${value} cm`)
  }
  return values
}

/** Differences between consecutive values, the first from 0. */
export function toDifferences(values: ArrayLike<number>): number[] {
  const differences: number[] = []
  let before = 0
  for (let i = 0; i < values.length; i++) {
    differences.push(values[i]! - before)
    before = values[i]!
  }
  return differences
}
