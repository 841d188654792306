import fc from 'fast-check'

/** Skips this input: the property does not apply to it. */
export type Skip = () => never

class Skipped extends Error {}

/** The share of inputs that a property may skip and still be taken for proof. */
const maxSkippedShare = 0.5

/**
 * Runs a property that does not apply to some inputs: those it skips are counted, and it fails where they are more
 * than half of all, since it then proves little. Use it instead of a bare `return` and of `fc.pre`.
 * @throws {Error} of fast-check with the counterexample, or with the counts
 */
export function assertProperty<Inputs extends [unknown, ...unknown[]]>(
  arbitraries: { [Nth in keyof Inputs]: fc.Arbitrary<Inputs[Nth]> },
  predicate: (skip: Skip, ...inputs: Inputs) => void,
  parameters: fc.Parameters<Inputs> = {},
): void {
  const count = startCount()
  const property = fc.property<Inputs>(...arbitraries, (...inputs) => {
    try {
      predicate(skipInput, ...inputs)
      count.checked += 1
    } catch (error) {
      if (!(error instanceof Skipped)) throw error
      count.skipped += 1
    }
  })
  fc.assert(property, parameters)
  count.judge()
}

/** The same for a property that waits. @throws {Error} as `assertProperty` */
export async function assertAsyncProperty<Inputs extends [unknown, ...unknown[]]>(
  arbitraries: { [Nth in keyof Inputs]: fc.Arbitrary<Inputs[Nth]> },
  predicate: (skip: Skip, ...inputs: Inputs) => Promise<void>,
  parameters: fc.Parameters<Inputs> = {},
): Promise<void> {
  const count = startCount()
  const property = fc.asyncProperty<Inputs>(...arbitraries, async (...inputs) => {
    try {
      await predicate(skipInput, ...inputs)
      count.checked += 1
    } catch (error) {
      if (!(error instanceof Skipped)) throw error
      count.skipped += 1
    }
  })
  await fc.assert(property, parameters)
  count.judge()
}

const skipInput: Skip = () => {
  throw new Skipped('skipped')
}

/** Counts what a property checked and what it skipped. */
function startCount() {
  const count = {
    checked: 0,
    skipped: 0,
    /** @throws {Error} when more than half was skipped, or nothing was checked */
    judge: (): void => {
      const { checked, skipped } = count
      if (checked === 0 || skipped > maxSkippedShare * (checked + skipped))
        throw new Error(`${skipped} of ${checked + skipped} inputs were skipped, more than half: this proves too little`)
    },
  }
  return count
}
