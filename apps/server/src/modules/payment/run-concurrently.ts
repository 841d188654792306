/**
 * Runs `work` for every item, with at most `concurrency` calls at a time.
 * @returns the errors of the items that failed; the others are processed all the same
 */
export async function runConcurrently<Item extends object>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const queue = [...items]
  const failures: unknown[] = []
  const runWorker = async (): Promise<void> => {
    for (let item = queue.pop(); item; item = queue.pop()) await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  return failures
}
