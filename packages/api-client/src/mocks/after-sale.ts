import type { Order, ReturnedValue, SoldOrder } from '#contract'
import { isReturnedByItself } from '@playhouse/domain/item-kind'
import { findUncoveredTickets } from '@playhouse/domain/membership-return'
import { refundMeansNames } from '@playhouse/domain/counter-tender'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { divideReturn } from '@playhouse/domain/refunds-by-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import type { MockHandlers, Contract, MockCall } from './mock-handler.ts'
import { withAddOns } from './add-ons.ts'
import { findOrder, isMockCreditable, mockRefundMeansOf, walkIn } from './counter-sale.ts'
import { sendMockGift } from './gifts.ts'
import { isInMockLetter, isPosted, recordPrint, sentPostage } from './mock-letters.ts'
import { nextCode } from './mock-voucher-codes.ts'
import { codesOfOrder } from './named-codes.ts'
import { memberPriceUses, soldTerm } from './member-price-uses.ts'
import { type MockCounter, type MockRefund, type MockStaffSession, sendMockRefund } from './mock-counter.ts'
import { orderOfLink } from './payment-links.ts'
import type { MockShop } from './mock-shop.ts'
import { recordReturned, returnParts } from './return-parts.ts'
import { readMockTakings } from './takings.ts'
import { isVoucherSpent } from './voucher-money.ts'

/** Reason of the mock payment provider for a refused refund. */
const mockRefusal = 'the card takes no refunds'

/** Mock handlers of sold orders and takings at the counter. */
export function afterSaleHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['afterSale']> {
  const unknown = fail(problem('order-not-found'))
  const refusesRefunds = (number: string): boolean =>
    shop.payments.values().some(({ order, refusesRefunds: isRefusing }) => order?.number === number && isRefusing === true)
  const read = (number: string, { staffUser }: MockStaffSession): SoldOrder | undefined => {
    const foundOrder = findOrder(shop, number)
    if (!foundOrder) return undefined
    const { order } = foundOrder
    const sale = counter.sales.get(number)
    const soldBy = sale?.by.name ?? counter.paymentLinks.find((link) => orderOfLink(shop, link) === number)?.by
    const account = [...shop.accounts.values()].find(({ customer }) => customer.id === foundOrder.customer)
    const atCounter = counter.refunds.filter((one) => one.number === number).reduce((sum, { amount }) => sum + amount, 0)
    const back = atCounter + (shop.returnedByCustomers.get(number) ?? 0)
    const isSpent = (item: Order['items'][number]): boolean => {
      if (shop.gifts.get(item.id)?.claimed) return true
      if (item.kind === 'membership')
        return account !== undefined && soldTerm(account, number, item.detail.membership)?.isCancelled === true
      return isVoucherSpent(shop, item.id)
    }
    const kept = order.items.filter(({ isReturned }) => !isReturned).filter(isSpent)
    const postage = order.items.filter((item) => !kept.includes(item)).reduce((sum, item) => sum + sentPostage(shop, item), 0)
    const remainingTotal = Math.max(0, order.totals.total - back - postage - kept.reduce((sum, { amount }) => sum + amount, 0))
    const items = order.items.filter((item) => !item.isReturned && !isSpent(item))
    const isReturnable = order.state === 'confirmed' && order.tickets.length + items.length > 0
    const may = (deed: Parameters<typeof isStaffAllowed>[1]): boolean => isReturnable && isStaffAllowed(staffUser.role, deed)
    return {
      order: withAddOns(shop, order),
      customer: account
        ? { id: account.customer.id, name: `${account.customer.firstName} ${account.customer.lastName}`, email: account.customer.email }
        : null,
      channel: soldBy === undefined ? 'web' : 'box-office',
      alert: null,
      soldBy: soldBy ?? null,
      origin: sale?.way ?? 'card',
      reference: sale?.reference ?? null,
      refundMeans: mockRefundMeansOf(shop, counter, number),
      taken: money(sale?.taken ?? order.totals.total),
      left: money(remainingTotal),
      back: money(back),
      refunds: counter.refunds
        .filter((one) => one.number === number && one.to !== 'credit')
        .map(({ id, amount, to, state, failures, at, byHand }) => ({
          id,
          amount: money(amount),
          state,
          failures,
          at: new Date(at).toISOString(),
          refusal: state === 'failed' && to === 'card' ? mockRefusal : null,
          means: to === 'credit' ? 'card' : to,
          byHand,
          isExternal: false,
        })),
      worth: order.tickets.map(({ id, price }) => ({ ticket: id, value: money(Math.min(remainingTotal, price)) })),
      itemWorth: items.map((item) => ({
        item: item.id,
        value: money(Math.min(remainingTotal, item.amount - sentPostage(shop, item))),
        isAlone: isReturnedByItself(item.kind) || order.tickets.length === 0,
        keptPostage: money(sentPostage(shop, item)),
      })),
      letters: order.items
        .filter((item) => isPosted(item) && !item.isReturned)
        .map(({ id }) => ({ item: id, isSent: shop.sentLetters.has(id) })),
      codes: codesOfOrder(shop, number),
      memberPrices: memberPriceUses(shop, order, foundOrder.customer),
      may: {
        exchange: order.tickets.length > 0 && isMockCreditable(counter, number) && may('exchange'),
        credit: foundOrder.customer !== walkIn && isMockCreditable(counter, number) && may('return-to-credit'),
        origin: may('return-money'),
        refund: isStaffAllowed(staffUser.role, 'settle-refunds'),
        leaveMemberPrices: may('leave-member-prices'),
      },
    }
  }
  /** Resolves a failed refund and returns its order. A refund in another state is unchanged. */
  const resolveRefund = (
    { visit, params }: Pick<MockCall<Contract['afterSale']['sendRefundAgain']>, 'visit' | 'params'>,
    resolve: (refund: MockRefund) => void,
  ) => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    const refund = counter.refunds.find(({ id, number, to }) => id === params.refund && number === params.number && to !== 'credit')
    if (!refund) return unknown
    if (refund.state === 'failed') resolve(refund)
    const sold = read(params.number, session.value)
    return sold ? ok(sold) : unknown
  }
  return {
    order: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const sold = read(params.number, session.value)
      return sold ? ok(sold) : unknown
    },
    tickets: ({ visit, params, query }) => {
      if (query.paper === 'thermal' && !shop.brand.ticketPaper) return fail(problem('page-not-found'))
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const order = findOrder(shop, params.number)
      if (!order || order.order.tickets.length === 0) return unknown
      const { instance } = order.order.tickets[0]!
      counter.record({ performance: instance, who: session.value.staffUser.name, verb: 'print', seats: [], order: params.number })
      return ok(new TextEncoder().encode(`%PDF-1.7\n${'%'.repeat(1_000)}\n%%EOF`))
    },
    receipt: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      return findOrder(shop, params.number) ? ok(new TextEncoder().encode(`%PDF-1.7\n${'%'.repeat(1_000)}\n%%EOF`)) : unknown
    },
    mailTickets: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const sold = read(params.number, session.value)
      if (!sold?.customer || sold.order.state !== 'confirmed') return unknown
      shop.mails.push({ to: sold.customer.email, text: `Order ${params.number} is confirmed.` })
      return ok({ sent: true })
    },
    reissueVouchers: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const order = findOrder(shop, params.number)?.order
      const sold = (order?.items ?? []).filter(({ id, isReturned }) => !isReturned && shop.soldVouchers.has(id))
      const items = sold.filter((item) => !isInMockLetter(shop, item))
      for (const { id } of items) reissueMockVouchers(shop, id)
      return items.length > 0 ? ok({ sent: true }) : unknown
    },
    reissueGifts: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const items = (findOrder(shop, params.number)?.order.items ?? []).flatMap((item) =>
        item.kind === 'gift-membership' && !item.isReturned && shop.gifts.get(item.id)?.claimed === null ? [item] : [],
      )
      for (const item of items) sendMockGift(shop, item)
      return items.length > 0 ? ok({ sent: true }) : unknown
    },
    printVouchers: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const order = findOrder(shop, params.number)?.order
      const items = (order?.items ?? []).filter(({ id, isReturned }) => !isReturned && shop.soldVouchers.has(id))
      if (items.length === 0) return unknown
      for (const { id } of items) {
        reissueMockVouchers(shop, id)
        recordPrint(shop, id)
      }
      const codes = items.flatMap(({ id }) => shop.soldVouchers.get(id)!.codes)
      return ok(new TextEncoder().encode(`%PDF-1.7\n${codes.join(' ')}\n${'%'.repeat(1_000)}\n%%EOF`))
    },
    giveBack: ({ visit, params, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const { staffUser } = session.value
      const sold = read(params.number, session.value)
      if (!sold) return unknown
      if (!isStaffAllowed(staffUser.role, body.to === 'credit' ? 'return-to-credit' : 'return-money')) return fail(problem('not-allowed'))
      if (body.leavesMemberPrices && !isStaffAllowed(staffUser.role, 'leave-member-prices')) return fail(problem('not-allowed'))
      const chosenTickets = sold.worth.filter(({ ticket }) => body.tickets.includes(ticket))
      const askedItems = new Set(body.items ?? [])
      const isLast = sold.worth.length > 0 && chosenTickets.length === sold.worth.length
      const items = sold.itemWorth.filter(({ item, isAlone }) => (isAlone ? askedItems.has(item) : isLast))
      // No mock order is on hold.
      if (body.tickets.length + askedItems.size === 0) return fail(problem('cancel-order-failed'))
      const isUnknown =
        chosenTickets.length !== new Set(body.tickets).size || items.filter(({ isAlone }) => isAlone).length !== askedItems.size
      if (!(body.to === 'credit' ? sold.may.credit : sold.may.origin) || isUnknown) return fail(problem('cancel-order-failed'))
      const returned = { tickets: body.tickets, items: items.map(({ item }) => item) }
      if (findUncoveredTickets(sold.memberPrices, returned).length > 0 && !body.leavesMemberPrices)
        return fail(problem('cancel-order-failed'))
      const isAll = chosenTickets.length === sold.worth.length && items.length === sold.itemWorth.length
      const value = isAll ? sold.left : [...chosenTickets, ...items].reduce((sum, one) => sum + one.value, 0)
      if (value !== body.value) return fail(problem('price-changed'))
      const to = body.to === 'credit' ? 'credit' : mockRefundMeansOf(shop, counter, params.number)
      const account = [...shop.accounts.values()].find(({ customer }) => customer.id === sold.customer?.id)
      if (to === 'credit' && account) account.credit += value
      recordReturned(sold.order, body.to, value)
      const performance = sold.order.tickets[0]?.instance ?? ''
      returnParts(
        shop,
        sold.order,
        body.tickets,
        items.map(({ item }) => item),
      )
      const isRefused = to === 'card' && refusesRefunds(params.number)
      counter.refunds.push(sendMockRefund({ number: params.number, by: staffUser, at: shop.now(), to, amount: value }, { isRefused }))
      const parts = [
        ...chosenTickets.map((ticket) => ({ kind: 'ticket' as const, count: 1, amount: ticket.value })),
        ...items.map((part) => {
          const { kind, quantity } = sold.order.items.find(({ id }) => id === part.item)!
          return { kind, count: quantity, amount: part.value }
        }),
      ]
      const kinds = divideReturn(parts, sold.order.totals.delivery, money(value))
      counter.returns.push({ by: staffUser, at: shop.now(), kinds, destinations: { [to]: money(value) } })
      const { number: order } = params
      counter.record({ performance, who: staffUser.name, verb: 'return-tickets', seats: [], order, amount: value, reason: body.reason })
      const noMoney = Object.fromEntries([...refundMeansNames, 'credit', 'purses'].map((key) => [key, money(0)])) as ReturnedValue
      return ok({ given: { ...noMoney, [to]: money(value) }, sold: read(params.number, session.value)! })
    },
    sendRefundAgain: (call) =>
      resolveRefund(call, (refund) => {
        if (refund.to === 'card' && refusesRefunds(refund.number)) refund.failures += 1
        else if (refund.to === 'card') refund.state = 'made'
      }),
    settleRefund: (call) => resolveRefund(call, (refund) => void Object.assign(refund, { state: 'made', byHand: call.body.how })),
    // A mock sale is never interrupted.
    unfinishedSales: ({ visit }) => {
      const session = counter.signedIn(visit)
      return session.ok ? ok({ sales: [] }) : session
    },
    settleUnfinishedSale: ({ visit }) => {
      const session = counter.signedIn(visit)
      return session.ok ? fail(problem('payment-unknown')) : session
    },
    takings: ({ visit, query }) => {
      const session = counter.signedIn(visit)
      return session.ok ? ok(readMockTakings(shop, counter, session.value.staffUser, query.day)) : session
    },
  }
}

/** Moves the balances of an item's vouchers to new codes. */
export function reissueMockVouchers(shop: MockShop, item: string): void {
  const { codes, value } = shop.soldVouchers.get(item)!
  const pairs = codes.map((code) => [code, nextCode(code)] as const)
  for (const [code, next] of pairs) {
    shop.vouchers.set(next, shop.vouchers.get(code) ?? 0)
    shop.vouchers.delete(code)
    const voucher = shop.staffVouchers.find((one) => one.code === code)
    if (voucher) voucher.code = next
  }
  shop.soldVouchers.set(item, { codes: pairs.map(([, next]) => next), value })
}
