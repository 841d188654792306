import { expect, it } from 'vitest'
import { isSoldOnline, itemKindNames, itemKinds } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import type { ApiClient } from '#client'
import type { BasketItem, CounterItem } from '#contract'
import { offered } from './offered-items.ts'
import { value } from './visitor.ts'

/** How an item is added, paid for and read by one kind of buyer. */
export type Channel = {
  readonly name: string
  readonly hasAccount: boolean
  readonly isAtCounter: boolean
  /** The problem of a membership without an account. */
  readonly withoutAccount: string
  open(): Promise<Buyer>
}
/** A visitor, or a staff user with a customer, with an empty basket. */
export type Buyer = {
  /** Adds, changes or removes an item. @returns the problem, or `ok` */
  add(item: CounterItem): Promise<string>
  hold(): Promise<void>
  read(): Promise<{ items: readonly BasketItem[]; tickets: readonly unknown[]; total: number; deadline: string | null }>
  change(id: string, amount: number): Promise<string>
  remove(id: string): Promise<string>
  /** Pays for the basket. @returns the order and how a list shows it */
  buy(): Promise<{ order: object; listed: object | undefined; number: string }>
}

/** Baskets of every kind of item with tickets, over `sellingBrand`. */
export function describeMixedBaskets(channels: readonly Channel[], staff: () => ApiClient): void {
  it.each(channels)(
    'sells every kind in one basket with tickets to $name, and returns each part by itself',
    async ({ hasAccount, isAtCounter, open }) => {
      const buyer = await open()
      const kinds = itemKindNames.filter(
        (kind) => (hasAccount || itemKinds[kind].needs !== 'account') && (isAtCounter || isSoldOnline(kind)),
      )
      for (let tickets = 0; tickets < 2; tickets++) await buyer.hold()
      for (const kind of kinds) expect(await buyer.add(offered[kind].asked), kind).toBe('ok')
      const { total, tickets } = await buyer.read()
      const { number, order, listed } = await buyer.buy()
      expect(order).toMatchObject({ state: 'confirmed', totals: { total, paid: total } })
      const { order: bought } = value(await staff().afterSale.order({ params: { number } }))
      expect(bought.tickets).toHaveLength(tickets.length)
      expect(bought.items.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
      for (const { kind, ...item } of bought.items) expect(item, kind).toMatchObject(offered[kind].shown)
      expect(listed).toMatchObject({ number, total, count: tickets.length })
      const params = { number }
      const read = async () => value(await staff().afterSale.order({ params }))
      let refunded = 0
      const giveBack = async (chosen: { tickets: string[]; items: string[] }, worth: number) => {
        const body = { ...chosen, to: 'origin' as const, value: money(worth), reason: 'asked' }
        refunded += worth
        const { sold } = value(await staff().afterSale.giveBack({ params, body }))
        expect(sold.order).toMatchObject({ refunded, state: refunded === total ? 'returned' : 'confirmed' })
      }
      for (const { item, value: worth, isAlone } of (await read()).itemWorth)
        if (isAlone) await giveBack({ tickets: [], items: [item] }, worth)
      // The last ticket brings refund protection back with it.
      const { worth, itemWorth } = await read()
      expect(itemWorth.map(({ isAlone }) => isAlone)).toEqual([false])
      const rest = [...worth, ...itemWorth].reduce((sum, part) => sum + part.value, 0)
      await giveBack({ tickets: worth.map(({ ticket }) => ticket), items: [] }, rest)
      expect(refunded).toBe(total)
      expect((await read()).order.items.every(({ isReturned }) => isReturned)).toBe(true)
    },
  )
}
