import { currentBudget, Overloaded, WaitBudget, withBudget } from './overload.ts'

export type BatcherOptions<Item> = {
  /** Maximum number of groups that are processed at the same time. */
  readonly concurrency: number
  /** Items of a group at most. */
  readonly maxBatchSize: number
  /** Items that may wait for a group; more are refused with `Overloaded`. */
  readonly maxWaiting: number
  /** Names of the resources that an item locks. Of two items with a name in common, the second waits for the first. */
  readonly conflictKeys: (item: Item) => readonly string[]
}

type QueuedItem<Item, Outcome> = {
  readonly item: Item
  readonly keys: readonly string[]
  readonly budget: WaitBudget | undefined
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Processes items of concurrent callers in batches, in one transaction for example. An item starts at once when a slot is free;
 * items that arrive meanwhile share the next batch. A failed batch is processed item by item, so that one item cannot fail
 * others. An item that waits for its batch is refused with `Overloaded` when its request's wait budget is spent.
 * @param work outcomes in the order of the items
 */
export function createBatcher<Item, Outcome>(
  work: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  { concurrency, maxBatchSize, maxWaiting, conflictKeys }: BatcherOptions<Item>,
): (item: Item) => Promise<Outcome> {
  type Entry = QueuedItem<Item, Outcome>
  let queue: Entry[] = []
  let runningBatches = 0
  let isScheduled = false
  const busyKeys = new Set<string>()

  const takeBatch = (): Entry[] => {
    const group: Entry[] = []
    const remainingEntries: Entry[] = []
    // First in, first out: an item does not take a resource that an earlier item waits for.
    const wantedKeys = new Set<string>()
    for (const [place, each] of queue.entries()) {
      if (group.length >= maxBatchSize) {
        remainingEntries.push(...queue.slice(place))
        break
      }
      const isFree = !each.keys.some((name) => busyKeys.has(name) || wantedKeys.has(name))
      ;(isFree ? group : remainingEntries).push(each)
      for (const name of each.keys) wantedKeys.add(name)
    }
    queue = remainingEntries
    return group
  }
  const start = (): void => {
    isScheduled = false
    while (runningBatches < concurrency && queue.length > 0) {
      const group = takeBatch()
      if (group.length === 0) return
      runningBatches += 1
      for (const { keys: names } of group) for (const name of names) busyKeys.add(name)
      void serve(group).finally(() => {
        runningBatches -= 1
        for (const { keys: names } of group) for (const name of names) busyKeys.delete(name)
        start()
      })
    }
  }
  const serve = async (group: readonly Entry[]): Promise<void> => {
    try {
      const outcomes = await withBudget(budgetOf(group), () => work(group.map(({ item }) => item)))
      group.forEach(({ resolve }, nth) => resolve(outcomes[nth]!))
    } catch (error) {
      if (group.length === 1 || error instanceof Overloaded) for (const { reject } of group) reject(error)
      else await Promise.all(group.map((each) => serve([each])))
    }
  }
  /** Refuses those that have waited as long as they may, for as long as any wait. */
  let overdue: ReturnType<typeof setTimeout> | undefined
  const refuseOverdue = (): void => {
    overdue = undefined
    // Each budget is read once: it decreases meanwhile, and an item that is removed must also be rejected.
    const remainingEntries: Entry[] = []
    for (const each of queue) {
      if (each.budget && each.budget.left < overdueCheckMs) each.reject(new Overloaded('no group became free in time'))
      else remainingEntries.push(each)
    }
    queue = remainingEntries
    if (queue.length > 0) overdue = setTimeout(refuseOverdue, overdueCheckMs)
  }

  return (item) => {
    if (queue.length >= maxWaiting) return Promise.reject(new Overloaded('too many requests wait for a group'))
    const budget = currentBudget()
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    queue.push({ item, keys: conflictKeys(item), budget, resolve, reject })
    overdue ??= setTimeout(refuseOverdue, overdueCheckMs)
    // Items that are added in the same turn of the event loop are processed together.
    if (!isScheduled) setImmediate(start)
    isScheduled = true
    return budget ? budget.trackWait(promise) : promise
  }
}

/** Milliseconds between two checks for items that have waited too long. */
const overdueCheckMs = 100

/**
 * A group waits as long as the item with the longest budget, so that no item fails because another may not wait. An item
 * whose own budget ends meanwhile still gets the outcome, because the work may have taken effect.
 */
function budgetOf(group: readonly { readonly budget: WaitBudget | undefined }[]): WaitBudget | undefined {
  const remainingMs = group.map(({ budget }) => budget?.left ?? Infinity)
  const longest = Math.max(...remainingMs)
  return Number.isFinite(longest) ? new WaitBudget(longest) : undefined
}
