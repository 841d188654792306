import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { bookable } from '@playhouse/domain/season'
import { timeLimit } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { offeredCard } from './offered-subscriptions.ts'
import { describeSubscriptionCards } from './subscription-cards.ts'
import { billing, code, newAddress, register, value, visitorOf } from './visitor.ts'

/** An implementation of the contract with `sellingBrand` and `offeredSubscriptions`. */
type SubscriptionSuiteHost = {
  readonly origin: string
  /** Pays on the payment page. */
  pay(redirectUrl: string): Promise<void>
  /** Signs a manager in. */
  signInStaff(client: ApiClient): Promise<void>
  signInProgrammer(client: ApiClient): Promise<void>
  /** Lets the last day of every subscription that was sold pass. */
  expireSubscriptions(): Promise<void>
  close(): Promise<void>
}

const production = 'the-importance-of-being-earnest'
const twoPlays = { kind: 'flex-subscription', flex: 'two-plays', quantity: 1 } as const

/** Flexible subscriptions: what is sold, and vouchers in baskets, orders and returns. */
export function describeSubscriptions(name: string, open: () => Promise<SubscriptionSuiteHost>): void {
  describe(`flexible subscriptions over ${name}`, () => {
    let host: SubscriptionSuiteHost
    beforeAll(async () => {
      host = await open()
    }, timeLimit(120_000))
    afterAll(() => host.close())
    const visitor = (): ApiClient => visitorOf(host)
    let signingIn: Promise<ApiClient> | undefined
    /** The staff user: a code of their second factor is accepted once. */
    const signInStaff = (): Promise<ApiClient> => {
      const staff = visitor()
      return (signingIn ??= host.signInStaff(staff).then(() => staff))
    }

    let signingProgrammerIn: Promise<ApiClient> | undefined
    const signInProgrammer = (): Promise<ApiClient> => {
      const programmer = visitor()
      return (signingProgrammerIn ??= host.signInProgrammer(programmer).then(() => programmer))
    }
    describeSubscriptionCards({ visitor, programmer: signInProgrammer, manager: signInStaff })

    /** Pays for the basket. @returns its order */
    async function payFor(client: ApiClient) {
      value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
      const { version } = value(await client.basket.setBilling({ body: billing }))
      const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
      if (redirectUrl) await host.pay(redirectUrl)
      const { number } = value(await client.checkout.status({ params: { payment } })).order!
      return value(await client.me.order({ params: { number } }))
    }
    async function buySubscription(client: ApiClient) {
      value(await client.basket.addItem({ body: twoPlays }))
      return payFor(client)
    }
    /** Holds the best seats of a performance of the production, each at full price. */
    async function hold(client: ApiClient, quantity: number) {
      const { instances } = value(await client.catalogue.event({ params: { event: production } }))
      const { id: instance } = instances.findLast(({ availability }) => bookable(availability))!
      const body = { quantity, together: true, priceType: 'full' }
      return value(await client.seats.bestAvailable({ params: { instance }, body })).basket
    }
    const paidByVoucher = (tickets: readonly { readonly voucher?: unknown }[]): number => tickets.filter(({ voucher }) => voucher).length
    const available = async (client: ApiClient): Promise<number> =>
      value(await client.me.subscriptions()).subscriptions.reduce((sum, { vouchersAvailable }) => sum + vouchersAvailable, 0)

    it('lists those that are on sale or will be, and shows each', async () => {
      const client = visitor()
      const { subscriptions } = value(await client.subscriptions.list())
      expect(subscriptions.map(({ flex, isOnSale }) => [flex, isOnSale])).toEqual([
        ['two-plays', true],
        ['later', false],
      ])
      const [first] = subscriptions
      expect(first).toMatchObject({
        ...{
          name: { text: 'Two plays', translations: { sv: 'Två pjäser' } },
          price: 50_00,
          vouchers: 2,
          perPerformance: 2,
          perCustomer: 3,
        },
        ...{ validMonths: 12, validUntil: null, events: [{ event: production }] },
      })
      expect(value(await client.subscriptions.flex({ params: { flex: 'two-plays' } }))).toEqual(first)
      expect(code(await client.subscriptions.flex({ params: { flex: 'unknown' } }))).toBe('page-not-found')
    })

    it('is sold to customers with an account, while it is on sale, up to the limit of a customer', async () => {
      const client = visitor()
      expect(code(await client.basket.addItem({ body: twoPlays }))).toBe('login-required')
      value(await register(client))
      expect(code(await client.basket.addItem({ body: { ...twoPlays, flex: 'unknown' } }))).toBe('page-not-found')
      expect(code(await client.basket.addItem({ body: { ...twoPlays, flex: 'later' } }))).toBe('subscription-off-sale')
      expect(await client.basket.addItem({ body: { ...twoPlays, quantity: 4 } })).toMatchObject({
        error: { code: 'subscription-limit', params: { maximum: 3 } },
      })
      const basket = value(await client.basket.addItem({ body: { ...twoPlays, quantity: 2 } }))
      expect(basket.items).toMatchObject([{ kind: 'flex-subscription', name: 'Two plays', quantity: 2, amount: 100_00 }])
      const order = await payFor(client)
      expect(order.items).toMatchObject([{ name: 'Two plays', detail: { vouchers: 2, validMonths: 12 } }])
      const { subscriptions } = value(await client.me.subscriptions())
      expect(subscriptions).toHaveLength(2)
      for (const each of subscriptions)
        expect(each).toMatchObject({ name: 'Two plays', price: 50_00, vouchersAvailable: 2, vouchersUsed: 0, isReturned: false })
      expect(code(await client.basket.addItem({ body: { ...twoPlays, quantity: 2 } }))).toBe('subscription-limit')
    })

    it('pays for tickets by itself, which can be undone and done again', async () => {
      const client = visitor()
      value(await register(client))
      await buySubscription(client)
      const { totals: usual } = await hold(client, 3)
      const basket = value(await client.basket.read())
      const [used] = basket.subscriptions!.used
      expect(basket.subscriptions).toMatchObject({ isUsed: true, used: [{ name: 'Two plays', vouchers: 2, left: 2 }] })
      expect(paidByVoucher(basket.tickets)).toBe(2)
      for (const { price, fee, voucher } of basket.tickets)
        if (voucher) {
          expect([price, fee]).toEqual([0, 0])
          expect(voucher).toMatchObject({ subscription: used!.id, name: 'Two plays' })
        }
      const saved = basket.tickets.reduce((sum, { voucher }) => sum + (voucher?.price ?? 0), 0)
      expect(usual.total).toBe(basket.totals.total)
      const undone = value(await client.basket.setSubscriptions({ body: { isUsed: false } }))
      expect(paidByVoucher(undone.tickets)).toBe(0)
      expect(undone.totals.total).toBe(basket.totals.total + saved)
      expect(undone.subscriptions).toMatchObject({ isUsed: false, used: [{ vouchers: 2 }] })
      const redone = value(await client.basket.setSubscriptions({ body: { isUsed: true } }))
      expect(redone.totals.total).toBe(basket.totals.total)
      expect(code(await visitor().basket.setSubscriptions({ body: { isUsed: true } }))).toBe('login-required')
      value(await client.basket.reset())
    })

    it('pays for the most expensive tickets first', async () => {
      const client = visitor()
      value(await register(client))
      await buySubscription(client)
      await hold(client, 4)
      const { tickets } = value(await client.basket.read())
      const paid = tickets.flatMap(({ voucher }) => voucher?.price ?? [])
      const others = tickets.filter(({ voucher }) => !voucher).map(({ price }) => price)
      expect(paid).toHaveLength(2)
      expect(Math.min(...paid)).toBeGreaterThanOrEqual(Math.max(...others))
      value(await client.basket.reset())
    })

    it('spends vouchers with the order, and gives one back with a returned ticket', async () => {
      const client = visitor()
      value(await register(client))
      const { number: sold } = await buySubscription(client)
      await hold(client, 2)
      const order = await payFor(client)
      expect(order.totals.total).toBe(0)
      expect(order.tickets).toHaveLength(2)
      for (const ticket of order.tickets)
        expect(ticket).toMatchObject({ price: 0, voucher: 'Two plays', priceTypeName: expect.stringMatching(/, Two plays$/) })
      expect(value(await client.tickets.held()).tickets).toHaveLength(2)
      const [held] = value(await client.me.subscriptions()).subscriptions
      expect(held).toMatchObject({ vouchersAvailable: 0, vouchersUsed: 2, uses: { length: 2 } })
      expect(held!.uses[0]).toEqual({
        order: order.number,
        title: expect.any(String),
        copyLanguage: expect.any(String),
        startsAt: order.tickets[0]!.startsAt,
        timeZone: expect.any(String),
      })
      const offer = value(await client.me.returnOffer({ params: { number: sold } }))
      expect(offer.items).toMatchObject([{ refusal: 'used' }])
      const next = await hold(client, 1)
      expect(next.subscriptions).toBeUndefined()
      value(await client.basket.reset())
      const params = { number: order.number }
      value(await client.me.returnParts({ params, body: { tickets: [order.tickets[0]!.id], items: [], value: money(0) } }))
      expect(await available(client)).toBe(1)
      const again = await hold(client, 1)
      expect(paidByVoucher(again.tickets)).toBe(1)
      value(await client.basket.reset())
    })

    it('is linked to the account of its holder by the number of its card, once, and not to another account', async () => {
      const [client, other] = [visitor(), visitor()]
      const link = (by: ApiClient, number: string) => by.me.linkSubscriptionCard({ body: { number } })
      expect(code(await link(client, offeredCard))).toBe('login-required')
      value(await register(client))
      value(await register(other, newAddress()))
      for (const number of ['CARD-2345-6789-PLAZ', 'CARD', 'x'.repeat(200)])
        expect(await link(client, number)).toMatchObject({ error: { code: 'subscription-card-not-recognised', params: {} } })
      const { subscription } = value(await link(client, ` ${offeredCard.toLowerCase().replaceAll('-', ' ')}`))
      expect(subscription).toMatchObject({ name: 'Two plays', flex: 'two-plays', vouchersAvailable: 2, isReturned: false })
      expect(value(await client.me.subscriptions()).subscriptions).toEqual([subscription])
      expect(value(await link(client, `https://theatre.example/subscription-card#${offeredCard}`)).subscription).toEqual(subscription)
      expect(await link(other, offeredCard)).toMatchObject({ error: { code: 'subscription-card-not-recognised', params: {} } })
      const basket = await hold(client, 1)
      expect(paidByVoucher(basket.tickets)).toBe(1)
      value(await client.basket.reset())
    })

    it('is returned while none of its vouchers is used, and pays for nothing then', async () => {
      const client = visitor()
      value(await register(client, newAddress()))
      const { number, items } = await buySubscription(client)
      const params = { number }
      const { order } = value(
        await client.me.returnParts({ params, body: { tickets: [], items: [items[0]!.id], value: items[0]!.amount } }),
      )
      expect(order.items).toMatchObject([{ isReturned: true }])
      expect(value(await client.me.subscriptions()).subscriptions).toMatchObject([{ isReturned: true }])
      const basket = await hold(client, 1)
      expect(basket.subscriptions).toBeUndefined()
      value(await client.basket.reset())
    })

    it('pays for tickets that staff sell to its holder, who can leave the vouchers out', async () => {
      const client = visitor()
      const email = newAddress()
      value(await register(client, email))
      await buySubscription(client)
      const staff = await signInStaff()
      const leaveOut = async (isUsed: boolean) => staff.counter.setSubscriptions({ body: { isUsed } })
      value(await staff.counter.reset())
      const { instances } = value(await staff.catalogue.event({ params: { event: production } }))
      const { id: instance } = instances.findLast(({ availability }) => bookable(availability))!
      const sell = async () => {
        const wish = { quantity: 2, together: true, priceType: 'full' }
        return value(await staff.counter.bestAvailable({ params: { instance }, body: { wish } })).desk.basket
      }
      value(await staff.staff.actFor({ body: { customer: null } }))
      await sell()
      expect(code(await leaveOut(false))).toBe('no-customer')
      value(await staff.counter.reset())
      const { customers } = value(await staff.staff.findCustomers({ body: { query: email } }))
      value(await staff.staff.actFor({ body: { customer: customers[0]!.id } }))
      const basket = await sell()
      expect(basket).toMatchObject({ totals: { total: 0 }, subscriptions: { isUsed: true, used: [{ name: 'Two plays', vouchers: 2 }] } })
      const without = value(await leaveOut(false)).basket
      expect(without.subscriptions).toMatchObject({ isUsed: false, used: [{ vouchers: 2 }] })
      expect(without.totals.total).toBeGreaterThan(0)
      const again = value(await leaveOut(true)).basket
      expect(again.totals.total).toBe(0)
      value(await staff.counter.sell({ body: { version: again.version, way: 'cash', delivery: 'print' } }))
      expect(await available(client)).toBe(0)
    })

    it('pays for the ticket that staff exchange for one it paid for, though none is left, without a return before', async () => {
      const client = visitor()
      const email = newAddress()
      value(await register(client, email))
      await buySubscription(client)
      await hold(client, 2)
      const spent = await payFor(client)
      expect(await available(client)).toBe(0)
      const staff = await signInStaff()
      value(await staff.counter.reset())
      const { customers } = value(await staff.staff.findCustomers({ body: { query: email } }))
      value(await staff.staff.actFor({ body: { customer: customers[0]!.id } }))
      const { instances } = value(await staff.catalogue.event({ params: { event: production } }))
      const { id: instance } = instances.findLast(({ availability }) => bookable(availability))!
      const wish = { quantity: 1, together: true, priceType: 'full' }
      const { basket } = value(await staff.counter.bestAvailable({ params: { instance }, body: { wish } })).desk
      expect(basket.totals.total).toBeGreaterThan(0)

      const [old] = spent.tickets
      const { basket: priced } = value(await staff.counter.exchangeBasket({ body: { tickets: [old!.id] } }))
      expect(priced).toMatchObject({
        version: basket.version,
        totals: { total: 0 },
        subscriptions: { used: [{ name: 'Two plays', vouchers: 1 }] },
      })
      const sale = { version: basket.version, way: 'cash' as const, delivery: 'print' as const }
      const exchange = { order: spent.number, tickets: [old!.id], value: money(0), rest: 'credit' as const }
      const atUsualPrice = await staff.counter.sell({ body: { ...sale, quote: basket.quote, exchange } })
      expect(code(atUsualPrice), 'the price of an exchange was not shown').toBe('price-changed')
      const sold = value(await staff.counter.sell({ body: { ...sale, quote: priced.quote, exchange } }))
      expect(sold).toMatchObject({ total: 0, paid: 0, exchanged: 0, back: null })
      const [held] = value(await client.me.subscriptions()).subscriptions
      expect(held).toMatchObject({ vouchersAvailable: 0, vouchersUsed: 2 })
      expect(held!.uses.map(({ order }) => order).toSorted()).toEqual([sold.order, spent.number].toSorted())
      // The exchanged ticket is returned: it can't be exchanged again.
      const again = value(await staff.counter.bestAvailable({ params: { instance }, body: { wish } })).desk.basket
      const repeated = value(await staff.counter.exchangeBasket({ body: { tickets: [old!.id] } }))
      expect(repeated.basket.totals.total).toBe(again.totals.total)
      // The voucher of the other ticket can be used in its exchange after the last day.
      await host.expireSubscriptions()
      const late = value(await staff.counter.exchangeBasket({ body: { tickets: [spent.tickets[1]!.id] } }))
      expect(late.basket).toMatchObject({ totals: { total: 0 }, subscriptions: { used: [{ vouchers: 1, left: 1 }] } })
      value(await staff.counter.reset())
    })

    it('pays for nothing after its last day', async () => {
      const client = visitor()
      value(await register(client, newAddress()))
      await buySubscription(client)
      const before = await hold(client, 2)
      expect(paidByVoucher(before.tickets)).toBe(2)
      await host.expireSubscriptions()
      const basket = value(await client.basket.read())
      expect(basket.subscriptions).toBeUndefined()
      expect(paidByVoucher(basket.tickets)).toBe(0)
      expect(basket.totals.total).toBe(before.totals.total + before.tickets.reduce((sum, { voucher }) => sum + (voucher?.price ?? 0), 0))
      const order = await payFor(client)
      expect(paidByVoucher(order.tickets)).toBe(0)
      const [expired] = value(await client.me.subscriptions()).subscriptions
      expect(expired).toMatchObject({ vouchersAvailable: 2, vouchersUsed: 0, isReturned: false })
      expect(expired!.expiresOn < new Date().toISOString().slice(0, 10)).toBe(true)
    })
  })
}
