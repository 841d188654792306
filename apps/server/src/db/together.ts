export type TogetherOptions<Item> = {
  /** Groups that are under way at the same time. */
  readonly lanes: number
  /** Items of a group at most. */
  readonly most: number
  /** What only one at a time may touch, by name: of two items that share a name the second waits for the first. */
  readonly touches: (item: Item) => readonly string[]
}

type Waiting<Item, Outcome> = {
  readonly item: Item
  readonly names: readonly string[]
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Does for many at once, in one transaction say, what each of them asks for by itself. Nobody waits for company: who finds
 * a lane free goes at once, and those who come meanwhile go together in the next. A group that fails is done one by one,
 * so that nobody pays for another's mistake.
 * @param work outcomes in the order of the items
 */
export function createTogether<Item, Outcome>(
  work: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  { lanes, most, touches }: TogetherOptions<Item>,
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
      const outcomes = await work(group.map(({ item }) => item))
      group.forEach(({ resolve }, nth) => resolve(outcomes[nth]!))
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error)
      else await Promise.all(group.map((each) => serve([each])))
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, names: touches(item), resolve, reject })
      // Those who come in the same turn of the event loop go together.
      if (!isCalled) setImmediate(start)
      isCalled = true
    })
}
