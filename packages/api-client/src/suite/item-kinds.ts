import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSoldOnline, itemKindNames, itemKinds } from '@playhouse/domain/item-kind'
import { type Money, money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import type { BasketItem, CounterItem, ItemToAdd } from '#contract'
import { describeAddOns } from './add-ons.ts'
import { describeCounterGiftAid } from './counter-gift-aid.ts'
import { describeCounterItems, sellTwoVouchers } from './counter-items.ts'
import { describeVoucherTopUps, sellVoucherToTopUp } from './voucher-top-ups.ts'
import { describeGiftAid } from './gift-aid.ts'
import { describeStaffVouchers } from './staff-vouchers.ts'
import { describeMemberPriceReturns } from './member-price-returns.ts'
import { describeGiftMemberships } from './gift-memberships.ts'
import { describeGiftVouchers } from './gift-vouchers.ts'
import { describeMemberships } from './membership-terms.ts'
import { type Buyer, type Channel, describeMixedBaskets } from './mixed-baskets.ts'
import { describeMonthlyGifts } from './monthly-gifts.ts'
import { anyVoucher, donation, offered, unsold, voucher } from './offered-items.ts'
import { describeProductChoices } from './product-choices.ts'
import { describeFood } from './food.ts'
import { supper } from './offered-food.ts'
import { earlyTable, freeTable } from './offered-tables.ts'
import { programmerOf } from './programmer.ts'
import { describeTables } from './tables.ts'
import { describeForms } from './forms.ts'
import { describeGroupBookings } from './group-bookings.ts'
import { describeProducts } from './products.ts'
import { describePaymentLinks } from './payment-links.ts'
import { describeOrderReturns } from './order-returns.ts'
import { address, billing, code, findBookablePerformance, newAddress, register, value, visitorOf } from './visitor.ts'

/** An implementation of the contract with `sellingBrand`. */
export type ItemSuiteHost = {
  readonly origin: string
  /** A gift voucher that can be spent, of at least 20.00. Minor units. */
  readonly voucher: { readonly code: string; readonly amount: number }
  /** Pays on the payment page. */
  pay(redirectUrl: string): Promise<void>
  /** The token of the newest link to a gift membership that was mailed to an address. */
  giftToken(email: string): Promise<string>
  /** Lets the links of the gift memberships that were mailed to an address expire, sets their orders on hold, or reverts both. */
  changeGift(email: string, change: 'expire' | 'hold' | 'reopen'): Promise<void>
  /** The token of the newest payment link that was mailed to an address. */
  paymentLinkToken(email: string): Promise<string>
  /** Signs a manager in at the counter with both factors. */
  signInStaff(client: ApiClient): Promise<void>
  /** Signs a programmer in with both factors. */
  signInProgrammer(client: ApiClient): Promise<void>
  close(): Promise<void>
}

/** Every kind of item × every channel, over an implementation of the contract. */
export function describeItemKinds(name: string, open: () => Promise<ItemSuiteHost>): void {
  describe(`items over ${name}`, () => {
    let host: ItemSuiteHost
    let staff: ApiClient
    beforeAll(async () => {
      host = await open()
      staff = visitorOf(host)
      supper.instance = (await findBookablePerformance(visitorOf(host), 4)).id
      earlyTable.instance = supper.instance
      freeTable.instance = supper.instance
      await host.signInStaff(staff)
    }, timeLimit(120_000))
    afterAll(() => host.close())

    const onWeb = async (client: ApiClient): Promise<Buyer> => ({
      add: async (body) => code(await client.basket.addItem({ body: body as ItemToAdd })),
      hold: async () => {
        const { id: instance } = await findBookablePerformance(client, 4)
        value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 1, together: true } }))
      },
      read: async () => {
        const { items, tickets, totals, deadline } = value(await client.basket.read())
        return { items, tickets, total: totals.total, deadline }
      },
      change: async (id, amount) => code(await client.basket.changeItem({ params: { id }, body: { amount: amount as Money } })),
      remove: async (id) => code(await client.basket.removeItem({ params: { id } })),
      buy: async () => {
        if (value(await client.site.session()).customer === null)
          value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
        value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
        const { version } = value(await client.basket.setBilling({ body: billing }))
        const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
        await host.pay(redirectUrl!)
        const { number } = value(await client.checkout.status({ params: { payment } })).order!
        const { orders } = value(await client.me.orders())
        expect(value(await client.me.receipt({ params: { number } })).length).toBeGreaterThan(10)
        return {
          number,
          order: value(await client.me.order({ params: { number } })),
          listed: orders.find((order) => order.number === number),
        }
      },
    })
    let toppedUp: string | undefined
    /** The item with the id of a voucher that this implementation sold. */
    const withVoucher = async (body: CounterItem): Promise<CounterItem> => {
      if (body.kind !== 'voucher-top-up' || body.voucher !== anyVoucher) return body
      return { ...body, voucher: (toppedUp ??= await sellVoucherToTopUp(staff, voucher)) }
    }
    const atCounter = async (): Promise<Buyer> => {
      await withVoucher(offered['voucher-top-up'].asked)
      value(await staff.counter.reset())
      const email = newAddress()
      const customer = visitorOf(host)
      value(await register(customer, email))
      const { customers } = value(await staff.staff.findCustomers({ body: { query: email } }))
      value(await staff.staff.actFor({ body: { customer: customers[0]!.id } }))
      return {
        add: async (body) => code(await staff.counter.addItem({ body: await withVoucher(body) })),
        hold: async () => {
          const { id: instance } = await findBookablePerformance(visitorOf(host), 4)
          value(await staff.counter.bestAvailable({ params: { instance }, body: { wish: { quantity: 1, together: true } } }))
        },
        read: async () => {
          const { items, tickets, totals, deadline } = value(await staff.staff.desk()).basket
          return { items, tickets, total: totals.total, deadline }
        },
        change: async (id, amount) => code(await staff.counter.changeItem({ params: { id }, body: { amount: money(amount) } })),
        remove: async (id) => code(await staff.counter.removeItem({ params: { id } })),
        buy: async () => {
          const { version } = value(await staff.staff.desk()).basket
          const { order: number } = value(await staff.counter.sell({ body: { version, way: 'cash', delivery: 'print' } }))
          const { orders } = value(await customer.me.orders())
          expect(value(await staff.afterSale.receipt({ params: { number } })).length).toBeGreaterThan(10)
          return {
            number,
            order: value(await staff.afterSale.order({ params: { number } })).order,
            listed: orders.find((order) => order.number === number),
          }
        },
      }
    }
    const channels: readonly Channel[] = [
      { name: 'a guest', hasAccount: false, isAtCounter: false, withoutAccount: 'login-required', open: () => onWeb(visitorOf(host)) },
      {
        name: 'a customer',
        hasAccount: true,
        isAtCounter: false,
        withoutAccount: '',
        open: async () => {
          const client = visitorOf(host)
          value(await register(client))
          return onWeb(client)
        },
      },
      { name: 'the counter', hasAccount: true, isAtCounter: true, withoutAccount: '', open: atCounter },
    ]
    const table = itemKindNames.flatMap((kind) => channels.map((channel) => ({ kind, channel, who: channel.name })))

    it.each(table)('$kind for $who: alone or with a ticket, paid for, ordered and listed', async ({ kind, channel }) => {
      const { asked, shown, amount } = offered[kind]
      const { needs } = itemKinds[kind]
      const buyer = await channel.open()
      if (!channel.isAtCounter && !isSoldOnline(kind)) return expect(await buyer.add(asked)).toBe('invalid-input')
      if (needs === 'account' && !channel.hasAccount) return expect(await buyer.add(asked)).toBe(channel.withoutAccount)
      if (needs === 'tickets') {
        expect(await buyer.add(asked), 'without tickets').toBe('basket-empty')
        await buyer.hold()
      }
      for (let time = 0; time < 2; time++) expect(await buyer.add(asked)).toBe('ok')
      if (itemKinds[kind].quantity === 'many') {
        const [, second] = (await buyer.read()).items
        expect(await buyer.remove(second!.id)).toBe('ok')
      }
      const basket = await buyer.read()
      expect(basket.items, 'once').toMatchObject([{ kind, performance: null, fee: 0, ...shown, quantity: 1, amount }])
      expect(basket.deadline !== null, 'a deadline for what is held').toBe(basket.tickets.length > 0 || itemKinds[kind].hasClock)
      const [{ id }] = basket.items as [BasketItem]
      expect(await buyer.change(id, 30_00)).toBe(kind === 'donation' ? 'ok' : 'basket-line-unknown')
      expect(await buyer.remove(id)).toBe('ok')
      expect((await buyer.read()).items).toEqual([])
      expect(await buyer.add(asked)).toBe('ok')
      const { total } = await buyer.read()
      const { order, listed, number } = await buyer.buy()
      expect(order).toMatchObject({
        state: 'confirmed',
        items: [{ kind, ...shown, quantity: 1, amount, isReturned: false }],
        totals: { total, paid: total },
      })
      const hasTickets = needs === 'tickets'
      expect(listed).toMatchObject({ number, count: hasTickets ? 1 : 0, items: [{ kind, quantity: 1 }], total })
      expect(listed).toMatchObject(hasTickets ? { title: expect.any(String) } : { title: null, firstAt: null, timeZone: null, hall: null })
      expect(await buyer.read()).toMatchObject({ items: [], total: 0 })
    })

    describeMixedBaskets(channels, () => staff)

    it.each(itemKindNames)('rejects amounts and quantities of %s that are not sold, and adds nothing', async (kind) => {
      const client = visitorOf(host)
      value(await register(client))
      const buyer = isSoldOnline(kind) ? await onWeb(client) : await atCounter()
      await buyer.hold()
      for (const change of unsold[kind])
        expect(await buyer.add({ ...offered[kind].asked, ...change } as ItemToAdd), JSON.stringify(change)).toBe('invalid-input')
      expect((await buyer.read()).items).toEqual([])
      expect(await buyer.add(offered[kind].asked)).toBe('ok')
      const [{ id }] = (await buyer.read()).items as [BasketItem]
      if (kind !== 'donation') return
      for (const { amount } of unsold.donation as readonly { amount: number }[])
        expect(await buyer.change(id, amount), String(amount)).toBe('invalid-input')
      expect(await buyer.read()).toMatchObject({ items: [{ amount: 20_00 }] })
    })

    it('holds one donation to each fund, and returns each to its own', async () => {
      value(await staff.counter.reset())
      value(await staff.staff.actFor({ body: { customer: null } }))
      for (const [fund, amount] of [
        ['stage', 20_00],
        ['roof', 30_00],
        ['stage', 25_00],
      ] as const)
        value(await staff.counter.addItem({ body: { kind: 'donation', ...donation, fund, amount: money(amount) } }))
      const { basket } = value(await staff.staff.desk())
      expect(basket.items.map(({ name, amount }) => [name, amount])).toEqual([
        ['The stage fund', 25_00],
        ['The roof appeal', 30_00],
      ])
      const { order: number } = value(
        await staff.counter.sell({ body: { version: basket.version, way: 'cash', tendered: money(55_00), delivery: 'print' } }),
      )
      const params = { number }
      const [first] = value(await staff.afterSale.order({ params })).itemWorth
      const body = { tickets: [], items: [first!.item], to: 'origin' as const, value: money(25_00), reason: 'a mistake' }
      const { sold } = value(await staff.afterSale.giveBack({ params, body }))
      expect(sold.order.items.map(({ name, isReturned }) => [name, isReturned])).toEqual([
        ['The stage fund', true],
        ['The roof appeal', false],
      ])
    })

    it('adds top-ups whose amounts follow the basket, removes each, and sells them as donations', async () => {
      const client = visitorOf(host)
      const add = async (topUp: 'round-up' | 'fee-cover') => client.basket.addTopUp({ body: { topUp } })
      expect(code(await add('round-up'))).toBe('basket-empty')
      const addGift = async (fund: string, amount: number) =>
        value(await client.basket.addItem({ body: { kind: 'donation', ...donation, fund, amount: money(amount) } }))
      expect((await addGift('stage', 49_40)).topUps).toEqual([
        { topUp: 'fee-cover', amount: 96, fund: 'The stage fund' },
        { topUp: 'round-up', amount: 60, fund: 'The stage fund' },
      ])
      const rounded = value(await add('round-up'))
      expect(rounded).toMatchObject({ totals: { total: 50_00 }, topUps: [{ topUp: 'fee-cover' }] })
      expect(rounded.items.map(({ detail }) => detail && 'topUp' in detail && detail.topUp)).toEqual([null, 'round-up'])
      expect(value(await add('round-up')).items).toHaveLength(2)
      const [gift, roundUp] = rounded.items
      const change = { params: { id: roundUp!.id }, body: { amount: money(5_00) } }
      expect(code(await client.basket.changeItem(change))).toBe('basket-line-unknown')
      expect(value(await add('fee-cover')).totals.total).toBe(51_00)
      expect(await addGift('roof', 20_00)).toMatchObject({
        items: [{ amount: 49_40 }, { amount: 34 }, { amount: 1_26 }, { amount: 20_00 }],
        totals: { total: 71_00 },
      })
      expect(value(await client.basket.removeItem({ params: { id: roundUp!.id } })).totals.total).toBe(70_66)
      value(await client.basket.removeItem({ params: { id: gift!.id } }))
      const [cover, roof] = value(await client.basket.read()).items
      expect([cover?.amount, roof?.amount]).toEqual([51, 20_00])
      expect(value(await client.basket.removeItem({ params: { id: roof!.id } })), 'no top-up alone').toMatchObject({
        items: [],
        totals: { total: 0 },
      })
      expect((await addGift('stage', 49_40)).items, 'and none that returns').toHaveLength(1)
      expect(code(await add('round-up'))).toBe('ok')
      const { order } = await (await onWeb(client)).buy()
      expect(order).toMatchObject({
        items: [
          { kind: 'donation', amount: 49_40 },
          { kind: 'donation', name: 'The stage fund', amount: 60, detail: { topUp: 'round-up' } },
        ],
        totals: { total: 50_00, paid: 50_00 },
      })
    })

    it('takes no donation to a fund that has closed', async () => {
      const body = { kind: 'donation' as const, ...donation, fund: 'organ', amount: money(20_00) }
      expect(await visitorOf(host).basket.addItem({ body })).toMatchObject({
        error: { code: 'fund-closed', params: { name: 'The organ appeal' } },
      })
    })

    const parts = [() => host, () => staff] as const
    const programmer = programmerOf(() => host)
    describeFood(...parts, programmer)
    describeTables(...parts, programmer)
    describeAddOns(...parts)
    describeForms(...parts)
    describeGroupBookings(
      () => visitorOf(host),
      () => staff,
    )
    describeProducts(...parts)
    describeProductChoices(...parts)
    describeMemberships(() => host)
    describeGiftAid(() => host)
    describeCounterGiftAid(...parts)
    describeMemberPriceReturns(...parts)
    describeGiftMemberships(...parts)
    describePaymentLinks(
      () => host,
      () => staff,
      { kind: 'donation', ...donation, amount: money(10_00) },
    )
    describeMonthlyGifts(() => host)

    describeOrderReturns(...parts)
    describeCounterItems(() => staff, { voucher, donation: offered.donation.asked })
    describeVoucherTopUps(() => staff, voucher)
    describeStaffVouchers({
      staff: () => staff,
      visitor: () => visitorOf(host),
      voucher: () => host.voucher,
      sellTwo: () => sellTwoVouchers(staff, voucher),
      sellPosted: () => sellTwoVouchers(staff, voucher, address),
    })

    describeGiftVouchers(() => host)

    it('counts tickets and items in the session', async () => {
      const client = visitorOf(host)
      value(await client.basket.addItem({ body: offered.donation.asked }))
      expect(value(await client.site.session()).basket).toMatchObject({ state: 'open', count: 0, items: 1, total: 20_00, deadline: null })
    })
  })
}
