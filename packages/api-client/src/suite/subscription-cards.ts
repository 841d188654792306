import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { code, newAddress, register, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly manager: () => Promise<ApiClient>
}

/** Cards of flexible subscriptions, which staff issue and cancel in batches. */
export function describeSubscriptionCards({ visitor, programmer: signIn, manager: signInAsManager }: Parts): void {
  const params = { flex: 'two-plays' }
  const customer = async (): Promise<ApiClient> => {
    const client = visitor()
    value(await register(client, newAddress()))
    return client
  }
  const link = (by: ApiClient, number: string) => by.me.linkSubscriptionCard({ body: { number } })
  const refused = 'subscription-card-not-recognised'

  it('issues cards whose numbers only the reply has, links them, and cancels those that are not linked', async () => {
    const programmer = await signIn()
    const undo = (change: string | null) => programmer.planning.undo({ params: { change: change! }, body: {} })
    const { batch, numbers, changeSet } = value(
      await programmer.subscriptionCards.issue({ params, body: { count: 3, reason: 'The book shop' } }),
    )
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers) expect(number).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/)
    const listed = async () => value(await programmer.subscriptionCards.batches({ params })).batches.find((each) => each.batch === batch)
    expect(await listed()).toEqual({
      ...{ batch, issuedAt: expect.any(String), by: expect.any(String), cards: 3, linked: 0, used: 0, cancelled: 0 },
    })
    const [holder, other] = [await customer(), await customer()]
    expect(value(await link(holder, numbers[0]!)).subscription).toMatchObject({ flex: 'two-plays', vouchersAvailable: 2 })
    expect(await listed()).toMatchObject({ linked: 1, used: 0, cancelled: 0 })
    expect(await undo(changeSet)).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'subscription_card', count: 1 }] } },
    })

    const cancel = () => programmer.subscriptionCards.cancel({ params: { ...params, batch }, body: {} })
    const cancelled = value(await cancel())
    expect(cancelled.cancelled).toBe(2)
    expect(value(await cancel())).toEqual({ cancelled: 0, changeSet: null })
    expect(await listed()).toMatchObject({ cards: 3, linked: 1, cancelled: 2 })
    expect(code(await link(other, numbers[1]!))).toBe(refused)
    expect(value(await link(holder, numbers[0]!)).subscription, 'a linked card stays').toMatchObject({ vouchersAvailable: 2 })
    value(await undo(cancelled.changeSet))
    expect(value(await link(other, numbers[1]!)).subscription).toMatchObject({ flex: 'two-plays' })
    expect(await listed()).toMatchObject({ linked: 2, cancelled: 0 })
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'subscription-cards', id: params.flex } }))
    expect(changes.map(({ kind }) => kind)).toContain('issue-subscription-cards')
    for (const number of numbers) expect(JSON.stringify(changes)).not.toContain(number)
  })

  it('ends cards whose issue is undone, and takes them again after an undo of that', async () => {
    const programmer = await signIn()
    const { batch, numbers, changeSet } = value(await programmer.subscriptionCards.issue({ params, body: { count: 1 } }))
    const undo = async (change: string) => value(await programmer.planning.undo({ params: { change }, body: {} }))
    const ids = async () => value(await programmer.subscriptionCards.batches({ params })).batches.map((each) => each.batch)
    const undone = await undo(changeSet)
    expect(await ids()).not.toContain(batch)
    const holder = await customer()
    expect(code(await link(holder, numbers[0]!))).toBe(refused)
    expect(code(await programmer.subscriptionCards.cancel({ params: { ...params, batch }, body: {} }))).toBe('page-not-found')
    await undo(undone.changeSet)
    expect(await ids()).toContain(batch)
    value(await link(holder, numbers[0]!))
  })

  it('issues cards only for staff who may change prices, from 1 to 10,000, of a known subscription', async () => {
    const [programmer, manager] = [await signIn(), await signInAsManager()]
    const issue = (by: ApiClient, count: number, flex = params.flex) => by.subscriptionCards.issue({ params: { flex }, body: { count } })
    for (const count of [0, 10_001, 1.5])
      expect(await issue(programmer, count)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['count'] } } })
    expect(code(await issue(programmer, 1, 'unknown'))).toBe('page-not-found')
    expect(code(await programmer.subscriptionCards.batches({ params: { flex: 'unknown' } }))).toBe('page-not-found')
    expect(code(await issue(manager, 1))).toBe('not-allowed')
    expect(code(await manager.subscriptionCards.batches({ params }))).toBe('ok')
    expect(code(await visitor().subscriptionCards.batches({ params }))).toBe('not-allowed')
  })
}
