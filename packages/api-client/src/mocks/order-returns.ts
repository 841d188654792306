import {
  canCancelOrder,
  findReturnRefusal,
  isCompleteChoice,
  type OrderMoney,
  returnDeadline,
  type SoldPart,
  splitCustomerReturn,
  splitReturn,
  valueOfReturn,
  withDependentParts,
} from '@playhouse/domain/customer-return'
import { offerFoodChange } from '@playhouse/domain/food-order'
import { type Money, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Order, ReturnOffer } from '#contract'
import type { Contract, MockHandlers } from './mock-handler.ts'
import { closingOf, findFoodProblem, foodOfferOf } from './food.ts'
import { isMockSubscriptionUsed } from './subscriptions.ts'
import { tableClosingOf } from './tables.ts'
import { sentPostage } from './mock-letters.ts'
import { soldTerm } from './member-price-uses.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { recordReturned, returnParts } from './return-parts.ts'
import { isVoucherSpent } from './voucher-money.ts'

type Returns = Pick<MockHandlers<Contract['me']>, 'cancelOrder' | 'returnOffer' | 'returnParts' | 'changeFood'>

/** Mock handlers of returns by the customer. @param withOrder finds an order of the visit's customer */
export function orderReturnHandlers(
  shop: MockShop,
  withOrder: (visit: MockVisit, number: string) => Result<Order, Problem<'login-required' | 'order-not-found'>>,
): Returns {
  const moneyOf = ({ number, totals, refunded, credited }: Order): OrderMoney & { readonly taken: Money } => {
    const payment = [...shop.payments.values()].find(({ order }) => order?.number === number)
    return { taken: money(payment?.taken ?? totals.total), refunded, credited }
  }
  const isSpent = (item: string): boolean => {
    if (shop.gifts.get(item)?.claimed) return true
    return isVoucherSpent(shop, item) || isMockSubscriptionUsed(shop, item)
  }
  /** A membership that was upgraded or renewed, or whose customer has bought something later or is paying for something. */
  const isMembershipUsed = ({ number, placedAt }: Order, membership: string): boolean => {
    const customer = [...shop.payments.values()].find(({ order }) => order?.number === number)?.customer
    const account = [...shop.accounts.values()].find((each) => each.customer.id === customer)
    const term = account && soldTerm(account, number, membership)
    const isLater = [...shop.payments.values()].some(
      ({ order, state, customer: payer }) =>
        payer === customer &&
        (order ? order.number !== number && order.state === 'confirmed' && order.placedAt >= placedAt : state === 'redirected'),
    )
    return isLater || term?.isCancelled === true || term?.isRenewed === true
  }
  const readParts = (order: Order) => {
    const spentValue = order.items.filter(({ id, isReturned }) => !isReturned && isSpent(id)).reduce((sum, { amount }) => sum + amount, 0)
    const postage = order.items
      .filter(({ id, isReturned }) => isReturned || !isSpent(id))
      .reduce((sum, item) => sum + sentPostage(shop, item), 0)
    const remaining = money(Math.max(0, order.totals.total - order.refunded - order.credited - spentValue - postage))
    const sale = { placedAt: Date.parse(order.placedAt), method: 'card' as const }
    const describe = (id: string, value: number, part: SoldPart, keptPostage = 0) => ({
      ...{ id, kind: part.kind, value: money(value), keptPostage: money(keptPostage), until: returnDeadline(shop.brand, part, sale) },
      refusal: findReturnRefusal(shop.brand, part, sale, shop.now()),
    })
    const parts =
      order.state === 'confirmed'
        ? [
            ...order.tickets.map(({ id, price, startsAt }) =>
              describe(id, Math.min(remaining, price), { kind: 'ticket', startsAt: Date.parse(startsAt) }),
            ),
            ...order.items
              .filter(({ isReturned }) => !isReturned)
              .map((item) => {
                const { id, amount } = item
                const isUsed = isSpent(id) || (item.kind === 'membership' && isMembershipUsed(order, item.detail.membership))
                const keptPostage = isSpent(id) ? 0 : sentPostage(shop, item)
                const part =
                  item.kind === 'food'
                    ? { kind: item.kind, isUsed, closesAt: closingOf(shop, item.detail) }
                    : item.kind === 'table'
                      ? { kind: item.kind, isUsed, closesAt: tableClosingOf(shop, item.detail) }
                      : { kind: item.kind, isUsed }
                return describe(id, isSpent(id) ? 0 : Math.min(remaining, amount - keptPostage), part, keptPostage)
              }),
          ]
        : []
    return { parts, remaining }
  }
  return {
    returnOffer: ({ visit, params }) => {
      const order = withOrder(visit, params.number)
      if (!order.ok) return order
      const { parts, remaining } = readParts(order.value)
      const toReply = ({ id, value, keptPostage, refusal, until }: (typeof parts)[number]): ReturnOffer['tickets'][number] => ({
        ...{ id, value, keptPostage, refusal: refusal ?? null },
        until: until === undefined ? null : new Date(until).toISOString(),
      })
      const { taken, refunded, credited } = moneyOf(order.value)
      return ok({
        tickets: parts.filter(({ kind }) => kind === 'ticket').map(toReply),
        items: parts.filter(({ kind }) => kind !== 'ticket').map(toReply),
        remaining,
        money: { taken, refunded: money(refunded), credited: money(credited) },
      })
    },
    cancelOrder: ({ visit, params }) => {
      const orderResult = withOrder(visit, params.number)
      if (!orderResult.ok) return orderResult
      const order = orderResult.value
      const account = [...shop.accounts.values()].find(({ customer }) => customer.id === visit.customer?.id)
      const starts = order.tickets.map(({ startsAt }) => Date.parse(startsAt))
      const items = order.items.filter(({ isReturned }) => !isReturned)
      const toCancel = {
        isGuest: account === undefined,
        firstStartsAt: starts.length > 0 ? Math.min(...starts) : undefined,
        items: items.map(({ kind }) => kind),
      }
      if (!account || order.state !== 'confirmed' || !canCancelOrder(shop.brand, toCancel, shop.now()))
        return fail(problem('cancel-order-failed'))
      const { remaining } = readParts(order)
      const split = splitReturn(remaining, 'credit', moneyOf(order))
      const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id)
      returnParts(shop, order, idsOf(order.tickets), idsOf(items))
      recordReturned(order, 'origin', split.purses)
      recordReturned(order, 'credit', split.credit)
      account.credit += split.credit
      return ok(order)
    },
    changeFood: ({ visit, params, body }) => {
      const orderResult = withOrder(visit, params.number)
      if (!orderResult.ok) return orderResult
      const order = orderResult.value
      const item = order.items.find(({ id }) => id === params.item)
      if (item?.kind !== 'food') return fail(problem('order-not-found'))
      if (order.state !== 'confirmed' || item.isReturned) return fail(problem('cancel-order-failed'))
      const { detail, quantity, name } = item
      if (closingOf(shop, detail) <= shop.now()) return fail(problem('food-closed', { name }))
      const offered = offerFoodChange(foodOfferOf(shop, detail.performance.instance), item, body)
      if (!offered.ok) return offered
      const { name: _name, ...next } = offered.value.detail
      const added = next.point === detail.point ? offered.value.quantity - quantity : offered.value.quantity
      const refused = findFoodProblem(shop, visit, { ...offered.value, kind: 'food', quantity: added, detail: { ...next, name } })
      if (refused) return fail(refused)
      Object.assign(item, { quantity: offered.value.quantity, detail: next })
      return ok(order)
    },
    returnParts: ({ visit, params, body }) => {
      const orderResult = withOrder(visit, params.number)
      if (!orderResult.ok) return orderResult
      const order = orderResult.value
      const { parts, remaining } = readParts(order)
      const returnable = { parts: parts.filter(({ id }) => !isSpent(id)), remaining }
      const chosen = new Set([...body.tickets, ...body.items])
      const isAllowed = [...chosen].every((id) => returnable.parts.some((part) => part.id === id && part.refusal === undefined))
      if (chosen.size === 0 || !isAllowed || !isCompleteChoice(returnable, chosen)) return fail(problem('cancel-order-failed'))
      const value = valueOfReturn(returnable, chosen)
      if (value.toOrigin + value.toCredit !== body.value) return fail(problem('price-changed'))
      const split = splitCustomerReturn(value, moneyOf(order))
      const included = withDependentParts(returnable, chosen)
      const idsOf = (isTicket: boolean) => included.filter(({ kind }) => (kind === 'ticket') === isTicket).map(({ id }) => id)
      returnParts(shop, order, idsOf(true), idsOf(false))
      recordReturned(order, 'origin', split.origin + split.purses)
      recordReturned(order, 'credit', split.credit)
      const account = [...shop.accounts.values()].find(({ customer }) => customer.id === visit.customer?.id)
      if (account) account.credit += split.credit
      shop.returnedByCustomers.set(order.number, (shop.returnedByCustomers.get(order.number) ?? 0) + body.value)
      shop.mails.push({ to: visit.customer!.email, text: `You have returned a part of order ${order.number}.` })
      return ok({ order, ...split })
    },
  }
}
