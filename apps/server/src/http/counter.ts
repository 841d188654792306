import type { FastifyRequest } from 'fastify'
import type { contract, Desk } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type CounterDeed, staffMay } from '@playhouse/domain/staff'
import { addReservedOrder, applyCredit, removeCredit, removeTicket, resetBasket } from '#modules/basket'
import {
  changeAtCounter,
  findOrder,
  holdAtCounter,
  keepOffSale,
  mailOrder,
  openOnCounter,
  putOnSale,
  readBook,
  reserveHeld,
  sellAtCounter,
} from '#modules/counter'
import { ticketsPdf } from '#modules/ticket'
import type { Handlers } from './call.ts'
import { listAtCounter, readAtCounter } from './counter-instance.ts'
import { type Counter, counterOf } from './desk.ts'
import type { House } from './house.ts'
import { ticketed } from './me.ts'

export function counterHandlers(house: House): Handlers<typeof contract.counter> {
  const unknown = problem('instance-unavailable')
  /** After a change: the counter as it is now. */
  const change = async (
    request: FastifyRequest,
    without: Problem,
    work: (basket: string, counter: Counter) => Promise<Result<unknown, Problem>>,
  ): Promise<Result<Desk, Problem>> => {
    const counter = await counterOf(house, request)
    if (counter.basketId === undefined) return fail(without)
    const result = await work(counter.basketId, counter)
    return result.ok ? ok(await counter.read()) : result
  }
  const may = (counter: Counter, deed: CounterDeed): boolean => staffMay(counter.shift.staff.role, deed)
  const [empty, noLine] = [problem('basket-empty'), problem('basket-line-unknown')]
  return {
    instances: async () => ok({ instances: await listAtCounter(house) }),
    instance: async ({ params }) => {
      const at = await openOnCounter(house, params.instance)
      return at ? ok(await readAtCounter(house, at)) : fail(unknown)
    },
    seats: async ({ params }) => {
      const showing = await house.catalogue.showing(params.instance)
      if (!showing) return fail(unknown)
      const { version, packed, seatsLeft } = await house.outlook.of(showing.id, showing.seats)
      return ok({ version, seats: packed, seatsLeft })
    },
    hold: async ({ params, body, request }) => {
      const counter = await counterOf(house, request)
      const at = await openOnCounter(house, params.instance)
      if (!at) return fail(unknown)
      const asking = { role: counter.shift.staff.role, reason: body.reason }
      const held = await holdAtCounter(house, await counter.ensureBasket(), counter.actor, at, body.seats, asking)
      return held.ok ? ok(await counter.read()) : held
    },
    changeTicket: ({ params, body, request }) =>
      change(request, noLine, (basket, { actor, shift }) =>
        changeAtCounter(house, basket, actor, params.id, body.priceType, { role: shift.staff.role, reason: body.reason }),
      ),
    removeTicket: ({ params, request }) => change(request, noLine, (basket, { actor }) => removeTicket(house, basket, actor, params.id)),
    reset: async ({ request }) => {
      const counter = await counterOf(house, request)
      if (counter.basketId !== undefined) {
        const next = await resetBasket(house, counter.basketId, counter.actor)
        if (!next.ok) return next
        await counter.putOn(next.value)
      }
      return ok(await counter.read())
    },
    applyCredit: ({ request }) => change(request, empty, (basket, { actor }) => applyCredit(house, basket, actor)),
    removeCredit: ({ request }) => change(request, empty, (basket, { actor }) => removeCredit(house, basket, actor)),
    reserve: async ({ params, body, request }) => {
      const counter = await counterOf(house, request)
      if (counter.basketId === undefined) return fail(empty)
      const until = new Date(body.heldUntil)
      const reserved = await reserveHeld(house, counter.basketId, params.instance, counter.actor, { until, note: body.note })
      return reserved.ok ? ok({ order: reserved.value.number, heldUntil: until.toISOString(), desk: await counter.read() }) : reserved
    },
    takeReserved: async ({ params, request }) => {
      const counter = await counterOf(house, request)
      const customer = counter.shift.customerId
      if (customer === undefined) return fail(problem('no-customer'))
      const added = await addReservedOrder(house, await counter.ensureBasket(), customer, params.number, counter.actor)
      return added.ok ? ok(await counter.read()) : added
    },
    block: async ({ params, body, request }) => {
      const counter = await counterOf(house, request)
      if (!may(counter, 'keep-off-sale')) return fail(problem('not-allowed'))
      const at = await openOnCounter(house, params.instance)
      if (!at) return fail(unknown)
      const kept = await keepOffSale(house, await counter.ensureBasket(), counter.shift.staff.id, counter.actor, at, body)
      return kept.ok ? ok({ block: kept.value, desk: await counter.read() }) : kept
    },
    unblock: async ({ params, body, request }) => {
      const counter = await counterOf(house, request)
      if (!may(counter, 'keep-off-sale')) return fail(problem('not-allowed'))
      const at = await openOnCounter(house, params.instance)
      if (!at) return fail(unknown)
      const freed = await putOnSale(house, params.block, counter.actor, at, body)
      return freed.ok ? ok({ block: params.block, seats: freed.value }) : freed
    },
    sell: async ({ body, visitor, request }) => {
      const counter = await counterOf(house, request)
      if (counter.basketId === undefined) return fail(empty)
      const seller = { staff: counter.shift.staff.id, actor: counter.actor, locale: visitor.locale }
      const sold = await sellAtCounter(house, counter.basketId, seller, body)
      return sold.ok ? ok({ ...sold.value, desk: await counter.read() }) : sold
    },
    tickets: async ({ params, visitor, reply }) => {
      const found = await findOrder(house, params.number)
      if (!found || found.order.tickets.length === 0) return fail(problem('order-not-found'))
      void reply.header('content-disposition', `inline; filename="tickets-${found.order.number}.pdf"`)
      return ok(await ticketsPdf({ brand: house.brand, locale: visitor.locale, order: ticketed(house.brand, found) }))
    },
    mailTickets: async ({ params, request }) => {
      const { actor } = await counterOf(house, request)
      return (await mailOrder(house.db, params.number, actor)) ? ok({ sent: true as const }) : fail(problem('order-not-found'))
    },
    book: async ({ params, request }) => {
      if (!may(await counterOf(house, request), 'read-book')) return fail(problem('not-allowed'))
      const at = await openOnCounter(house, params.instance)
      return at ? ok({ entries: await readBook(house, at) }) : fail(unknown)
    },
  }
}
