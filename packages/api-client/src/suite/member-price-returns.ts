import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { bands } from '@playhouse/domain/pricing'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { buyerOf } from './membership-terms.ts'
import { code, findBookablePerformance, register, value, visitorOf } from './visitor.ts'

/** The return of a membership whose price for members was used. @param staff a manager at the counter */
export function describeMemberPriceReturns(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  it('returns a membership with the tickets at its price, or leaves them their price if a manager requests it', async () => {
    const client = visitorOf(host())
    value(await register(client))
    const { id: instance } = await findBookablePerformance(client, 4)
    await holdTwo(client, instance)
    const buyer = buyerOf(host(), client)
    expect(await buyer.add({ kind: 'membership', membership: 'priority' })).toBe('ok')
    expect((await buyer.read()).tickets.map(({ priceType }) => priceType)).toEqual(['member', 'member'])
    const { number } = await buyer.buy()
    const params = { number }
    const { memberPrices, itemWorth, worth, left, may } = value(await staff().afterSale.order({ params }))
    const [{ item, value: itemValue }, [first, second]] = [itemWorth[0]!, worth]
    expect(memberPrices.map(({ ticket, order, items }) => [ticket, order, items])).toEqual(
      worth.map(({ ticket }) => [ticket, number, [item]]),
    )
    expect(may.leaveMemberPrices).toBe(true)
    const giveBack = async (tickets: readonly string[], amount: number, changes: object = {}) => {
      const body = { tickets: [...tickets], items: [item], to: 'origin' as const, value: money(amount), reason: 'moved away', ...changes }
      return staff().afterSale.giveBack({ params, body })
    }
    expect(code(await giveBack([], itemValue))).toBe('cancel-order-failed')
    expect(code(await giveBack([first!.ticket], itemValue + first!.value))).toBe('cancel-order-failed')
    const back = { items: [], tickets: [first!.ticket], value: first!.value }
    expect(value(await giveBack([], 0, back)).sold.memberPrices).toHaveLength(1)
    expect(code(await giveBack([second!.ticket], left - first!.value - 1))).toBe('price-changed')
    const { sold } = value(await giveBack([], itemValue, { leavesMemberPrices: true }))
    expect(sold).toMatchObject({ order: { state: 'confirmed', items: [{ isReturned: true }] }, itemWorth: [], memberPrices: [] })
    expect(value(await client.me.memberships()).memberships).toEqual([])
  })
}

/**
 * Holds two seats in the first band that has them and the prices of the test.
 * @throws Error if no band has them
 */
async function holdTwo(client: ApiClient, instance: string): Promise<void> {
  const params = { instance }
  const { prices } = value(await client.catalogue.prices({ params }))
  for (const band of bands.filter((each) => prices[each]?.['full'] && prices[each]['under-26']))
    if ((await client.seats.bestAvailable({ params, body: { quantity: 2, together: true, band } })).ok) return
  throw new Error('no band has two seats')
}
