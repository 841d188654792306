import { currentBudget, Overloaded, WaitBudget, withBudget } from './overload.ts'

export type TogetherOptions<Item> = {
  /** Groups that are under way at the same time. */
  readonly lanes: number
  /** Items of a group at most. */
  readonly most: number
  /** Items that may wait for a group; more are refused with `Overloaded`. */
  readonly mostWaiting: number
  /** What only one at a time may touch, by name: of two items that share a name the second waits for the first. */
  readonly touches: (item: Item) => readonly string[]
}

type Waiting<Item, Outcome> = {
  readonly item: Item
  readonly names: readonly string[]
  readonly budget: WaitBudget | undefined
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Does for many at once, in one transaction say, what each of them asks for by itself. Nobody waits for company: who finds
 * a lane free goes at once, and those who come meanwhile go together in the next. A group that fails is done one by one,
 * so that nobody pays for another's mistake. An item that waits for its group is refused with `Overloaded` when its request's wait
 * budget is spent.
 * @param work outcomes in the order of the items
 */
export function createTogether<Item, Outcome>(
  work: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  { lanes, most, mostWaiting, touches }: TogetherOptions<Item>,
): (item: Item) => Promise<Outcome> {
  type Each = Waiting<Item, Outcome>
  let waiting: Each[] = []
  let underWay = 0
  let isCalled = false
  const busy = new Set<string>()

  const nextGroup = (): Each[] => {
    const group: Each[] = []
    const left: Each[] = []
    // Who comes first goes first: what the first ones in line wait for is not taken by those behind them.
    const wanted = new Set<string>()
    for (const [place, each] of waiting.entries()) {
      if (group.length >= most) {
        left.push(...waiting.slice(place))
        break
      }
      const isFree = !each.names.some((name) => busy.has(name) || wanted.has(name))
      ;(isFree ? group : left).push(each)
      for (const name of each.names) wanted.add(name)
    }
    waiting = left
    return group
  }
  const start = (): void => {
    isCalled = false
    while (underWay < lanes && waiting.length > 0) {
      const group = nextGroup()
      if (group.length === 0) return
      underWay += 1
      for (const { names } of group) for (const name of names) busy.add(name)
      void serve(group).finally(() => {
        underWay -= 1
        for (const { names } of group) for (const name of names) busy.delete(name)
        start()
      })
    }
  }
  const serve = async (group: readonly Each[]): Promise<void> => {
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
    const isOverdue = ({ budget }: Each): boolean => budget !== undefined && budget.left < lookEvery
    for (const { reject } of waiting.filter(isOverdue)) reject(new Overloaded('no group became free in time'))
    waiting = waiting.filter((each) => !isOverdue(each))
    if (waiting.length > 0) overdue = setTimeout(refuseOverdue, lookEvery)
  }

  return (item) => {
    if (waiting.length >= mostWaiting) return Promise.reject(new Overloaded('too many requests wait for a group'))
    const budget = currentBudget()
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    waiting.push({ item, names: touches(item), budget, resolve, reject })
    overdue ??= setTimeout(refuseOverdue, lookEvery)
    // Those who come in the same turn of the event loop go together.
    if (!isCalled) setImmediate(start)
    isCalled = true
    return budget ? budget.during(promise) : promise
  }
}

/** Milliseconds between two looks for items that have waited too long. */
const lookEvery = 100

/**
 * A group waits as long as the item with the longest budget, so that no item fails because another may not wait. An item whose
 * own budget ends meanwhile gets the outcome all the same: the work may have taken effect.
 */
function budgetOf(group: readonly { readonly budget: WaitBudget | undefined }[]): WaitBudget | undefined {
  const left = group.map(({ budget }) => budget?.left ?? Infinity)
  const longest = Math.max(...left)
  return Number.isFinite(longest) ? new WaitBudget(longest) : undefined
}
