import type { contract, Order } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { primaryAddress } from '#modules/auth'
import { changeFood } from '#modules/food'
import { addReservedOrder, readBasket, startAddOns } from '#modules/basket'
import { readDetails } from '#modules/customer'
import { nameGroup, readGroupNames } from '#modules/group-booking'
import { listReservations } from '#modules/reservation'
import { readCredit } from '#modules/credit'
import { listOrders, readOrder, toReceiptedOrder, toTicketedOrder } from '#modules/order'
import { cancelOrder, readReturnOffer, returnByCustomer } from '#modules/payment'
import { orderCalendar, printReceipt, printTickets } from '#modules/ticket'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { askingHandlers, debitHandlers, detailsHandlers, keepingHandlers } from './account.ts'
import { holdingHandlers } from './holdings.ts'

export function meHandlers(context: AppContext): Handlers<typeof contract.me> {
  const { brand, origin, throttle } = context
  return {
    ...detailsHandlers(context),
    ...keepingHandlers(context),
    ...debitHandlers(context),
    ...askingHandlers(context),
    ...holdingHandlers(context),
    read: async ({ visitor }) => {
      const customer = visitor.customer!
      return ok({ customer: readDetails(customer), address: (await primaryAddress(context.db, customer.id)) ?? null })
    },
    orders: async ({ visitor }) => {
      const { id } = visitor.customer!
      const [reservations, orders] = await Promise.all([listReservations(context, id), listOrders(context, id)])
      return ok({ orders: [...reservations, ...orders] })
    },
    addOrderToBasket: async ({ params, visitor }) => {
      const basket = await visitor.ensureBasket()
      const addResult = await addReservedOrder(context, basket, visitor.customer!.id, params.number, visitor.actor)
      return addResult.ok ? ok(await readBasket(context, basket)) : addResult
    },
    startAddOns: async ({ params, body, visitor }) => {
      const basket = await visitor.ensureBasket()
      const request = { order: params.number, customer: visitor.customer!.id, ...body }
      const started = await startAddOns(context, basket, request, visitor.actor)
      return started.ok ? ok(await readBasket(context, basket)) : started
    },
    order: async ({ params, visitor }) => {
      const fullOrder = await readOrder(context, visitor.customer!.id, params.number)
      if (!fullOrder) return fail(problem('order-not-found'))
      return ok(visitor.hasLinkAccess ? withoutBuyer(fullOrder.order) : fullOrder.order)
    },
    ticketsPdf: async ({ params, query, visitor, reply }) => {
      const rejection = await throttle.local('paper', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const fullOrder = await readOrder(context, visitor.customer!.id, params.number)
      if (!fullOrder || fullOrder.order.tickets.length === 0) return fail(problem('order-not-found'))
      void reply.header('content-disposition', `attachment; filename="tickets-${fullOrder.order.number}.pdf"`)
      return ok(await printTickets({ brand, locale: visitor.locale, order: toTicketedOrder(brand, fullOrder, visitor.locale), ...query }))
    },
    receipt: async ({ params, visitor, reply }) => {
      const refused = await throttle.local('paper', visitor.customer!.id)
      if (refused) return fail(refused)
      const found = await readOrder(context, visitor.customer!.id, params.number)
      if (!found) return fail(problem('order-not-found'))
      void reply.header('content-disposition', `attachment; filename="receipt-${found.order.number}.pdf"`)
      return ok(await printReceipt({ brand, locale: visitor.locale, order: toReceiptedOrder(found, visitor.locale) }))
    },
    calendar: async ({ params, visitor, reply }) => {
      const fullOrder = await readOrder(context, visitor.customer!.id, params.number)
      if (!fullOrder || fullOrder.order.tickets.length === 0) return fail(problem('order-not-found'))
      void reply.header('content-disposition', `attachment; filename="order-${fullOrder.order.number}.ics"`)
      const url = `${origin}/account/your-orders/${fullOrder.order.number}`
      return ok(
        Buffer.from(orderCalendar({ brand, locale: visitor.locale, order: toTicketedOrder(brand, fullOrder, visitor.locale), url })),
      )
    },
    cancelOrder: async ({ params, visitor }) => {
      const customer = visitor.customer!.id
      const cancellation = await cancelOrder(context, customer, params.number, visitor.actor)
      return cancellation.ok ? ok((await readOrder(context, customer, params.number))!.order) : cancellation
    },
    returnOffer: async ({ params, visitor }) => {
      const offer = await readReturnOffer(context, visitor.customer!.id, params.number)
      return offer ? ok(offer) : fail(problem('order-not-found'))
    },
    returnParts: async ({ params, body, visitor }) => {
      const customer = visitor.customer!.id
      const returned = await returnByCustomer(context, customer, params.number, body, visitor.actor)
      return returned.ok ? ok({ order: (await readOrder(context, customer, params.number))!.order, ...returned.value }) : returned
    },
    changeFood: async ({ params, body, visitor }) => {
      const customer = visitor.customer!.id
      const changed = await changeFood(context.db, { customer, ...params }, body, visitor)
      return changed.ok ? ok((await readOrder(context, customer, params.number))!.order) : changed
    },
    names: ({ params, visitor }) => readGroupNames(context, { ...params, customer: visitor.customer!.id }),
    setNames: async ({ params, body, visitor }) => {
      const wanted = { ...params, customer: visitor.customer!.id }
      const named = await nameGroup(context, wanted, body, visitor.actor)
      return named.ok ? readGroupNames(context, wanted) : named
    },
    credit: async ({ visitor }) => ok(await readCredit(context.db, visitor.customer!.id)),
  }
}

/** An item without the note of its guests. */
function withoutNote(item: Order['items'][number]): Order['items'][number] {
  if (item.kind === 'food') return { ...item, detail: { ...item.detail, note: '' } }
  return item.kind === 'table' ? { ...item, detail: { ...item.detail, note: '' } } : item
}

/** An order for the holder of its link, who may not be the buyer: without the buyer's address and notes, and the notes of food and tables. */
const withoutBuyer = (order: Order): Order => ({
  ...order,
  delivery: { ...order.delivery, address: null },
  billing: null,
  notes: { order: '', access: '' },
  items: order.items.map(withoutNote),
})
