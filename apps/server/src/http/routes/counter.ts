import type { FastifyRequest } from 'fastify'
import type { contract, CounterState } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type StaffPermission, isStaffAllowed } from '@playhouse/domain/staff'
import {
  addItem,
  addReservedOrder,
  applyCredit,
  applyPromo,
  applyVoucher,
  changeItem,
  listMembershipOffers,
  removeCredit,
  removeItem,
  removePromo,
  removeTicket,
  removeVouchers,
  resetBasket,
  setSubscriptions,
} from '#modules/basket'
import {
  changeTicketAtCounter,
  holdAtCounter,
  holdBestAtCounter,
  blockSeats,
  openCounterPerformance,
  seatIndices,
  unblockSeats,
  readActivityLog,
  readExchangeBasket,
  reserveAtCounter,
  reservedUntil,
  sellAtCounter,
  setAddressAtCounter,
  cancelCardPayment,
} from '#modules/counter'
import type { Handlers } from '../call.ts'
import { listAtCounter, readAtCounter } from './counter-instance.ts'
import { type CounterSession, counterSessionOf, throttleSearch } from '../visitor/counter-session.ts'
import type { AppContext } from '../app-context.ts'
import { lastSeen, type SeatStreams, streamTo } from './catalogue.ts'

export function counterHandlers(context: AppContext, streams: SeatStreams): Handlers<typeof contract.counter> {
  const unknown = problem('instance-unavailable')
  /** Makes a change and returns the current state of the counter. */
  const changeBasket = async (
    request: FastifyRequest,
    problemWithoutBasket: Problem,
    work: (basket: string, counter: CounterSession) => Promise<Result<unknown, Problem>>,
  ): Promise<Result<CounterState, Problem>> => {
    const counter = await counterSessionOf(context, request)
    if (counter.basketId === undefined) return fail(problemWithoutBasket)
    const result = await work(counter.basketId, counter)
    return result.ok ? ok(await counter.read()) : result
  }
  const may = (counter: CounterSession, action: StaffPermission): boolean => isStaffAllowed(counter.staffSession.staff.role, action)
  const [empty, noLine] = [problem('basket-empty'), problem('basket-line-unknown')]
  return {
    instances: async () => ok({ instances: await listAtCounter(context) }),
    instance: async ({ params }) => {
      const at = await openCounterPerformance(context, params.instance)
      return at ? ok(await readAtCounter(context, at)) : fail(unknown)
    },
    seats: async ({ params }) => {
      const performanceDetails = await context.catalogue.performanceDetails(params.instance)
      if (!performanceDetails) return fail(unknown)
      const { version, packedSeats, seatsLeft } = await context.availability.snapshot(performanceDetails.id, performanceDetails.seats)
      return ok({ version, seats: packedSeats, seatsLeft })
    },
    seatsStream: async ({ params, query, request, reply }) => {
      const { staffSession } = await counterSessionOf(context, request)
      const performanceDetails = await context.catalogue.performanceDetails(params.instance)
      if (!performanceDetails) return fail(unknown)
      return streamTo({ context, streams }, { reply, after: lastSeen(request, query.after) }, performanceDetails, {
        names: [`staff ${staffSession.staff.id}`],
      })
    },
    hold: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      const at = await openCounterPerformance(context, params.instance)
      if (!at) return fail(unknown)
      const asking = { role: counter.staffSession.staff.role, reason: body.reason }
      const leaving = seatIndices(at.plan, body.giveBack ?? [])
      if (!leaving.ok) return leaving
      const holdResult = await holdAtCounter(context, await counter.ensureBasket(), counter.actor, at, body.seats, asking, leaving.value)
      return holdResult.ok ? ok(await counter.read()) : holdResult
    },
    bestAvailable: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      const at = await openCounterPerformance(context, params.instance)
      if (!at) return fail(unknown)
      const asking = { role: counter.staffSession.staff.role, reason: body.reason }
      const holdResult = await holdBestAtCounter(context, await counter.ensureBasket(), counter.actor, at, body.wish, asking)
      return holdResult.ok ? ok({ ...holdResult.value, seats: [...holdResult.value.seats], desk: await counter.read() }) : holdResult
    },
    changeTicket: ({ params, body: { reason, ...chosen }, request }) =>
      changeBasket(request, noLine, (basket, { actor, staffSession }) =>
        changeTicketAtCounter(context, basket, actor, params.id, chosen, { role: staffSession.staff.role, reason }),
      ),
    removeTicket: ({ params, request }) =>
      changeBasket(request, noLine, (basket, { actor }) => removeTicket(context, basket, actor, params.id)),
    memberships: async ({ request }) => {
      const { staffSession, basketId } = await counterSessionOf(context, request)
      const { customerId } = staffSession
      const customer = customerId === undefined ? null : { id: customerId }
      return ok({ memberships: await listMembershipOffers(context, { customer, basketId }) })
    },
    addItem: async ({ body, request }) => {
      const counter = await counterSessionOf(context, request)
      if (body.kind === 'voucher-top-up') {
        if (!may(counter, 'top-up-voucher')) return fail(problem('not-allowed'))
        const rejection = await throttleSearch(context, counter.staffSession)
        if (rejection) return fail(rejection)
      }
      // At the counter the staff user chooses the customer, who does not sign in.
      const added = await addItem(context, await counter.ensureBasket(), counter.actor, body)
      if (added.ok) return ok(await counter.read())
      return added.error.code === 'login-required' ? fail(problem('no-customer')) : added
    },
    changeItem: ({ params, body, request }) =>
      changeBasket(request, noLine, (basket, { actor }) => changeItem(context, basket, actor, params.id, body)),
    removeItem: ({ params, request }) =>
      changeBasket(request, noLine, (basket, { actor }) => removeItem(context, basket, actor, params.id)),
    setAddress: ({ body, request }) =>
      changeBasket(request, empty, (basket, { actor }) => setAddressAtCounter(context, basket, actor, body.address)),
    reset: async ({ request }) => {
      const counter = await counterSessionOf(context, request)
      if (counter.basketId !== undefined) {
        const next = await resetBasket(context, counter.basketId, counter.actor)
        if (!next.ok) return next
        await counter.setBasket(next.value)
      }
      return ok(await counter.read())
    },
    applyPromo: ({ body, request }) => changeBasket(request, empty, (basket, { actor }) => applyPromo(context, basket, actor, body.code)),
    removePromo: ({ request }) => changeBasket(request, empty, (basket, { actor }) => removePromo(context, basket, actor)),
    applyGiftVoucher: ({ body, request }) =>
      changeBasket(request, empty, (basket, { actor }) => applyVoucher(context, basket, actor, body.code)),
    removeGiftVoucher: ({ request }) => changeBasket(request, empty, (basket, { actor }) => removeVouchers(context, basket, actor)),
    applyCredit: ({ request }) => changeBasket(request, empty, (basket, { actor }) => applyCredit(context, basket, actor)),
    removeCredit: ({ request }) => changeBasket(request, empty, (basket, { actor }) => removeCredit(context, basket, actor)),
    setSubscriptions: ({ body, request }) =>
      changeBasket(request, empty, async (basket, { actor, staffSession }) =>
        staffSession.customerId === undefined ? fail(problem('no-customer')) : setSubscriptions(context, basket, actor, body.isUsed),
      ),
    exchangeBasket: async ({ body, request }) => {
      const { basketId } = await counterSessionOf(context, request)
      return ok({ basket: await readExchangeBasket(context, basketId, body.tickets) })
    },
    reserve: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      if (counter.basketId === undefined) return fail(empty)
      const until = new Date(body.heldUntil)
      const reservation = await reserveAtCounter(context, counter.basketId, params.instance, counter.actor, {
        untilOf: reservedUntil(until),
        note: body.note,
      })
      return reservation.ok
        ? ok({ order: reservation.value.number, heldUntil: until.toISOString(), desk: await counter.read() })
        : reservation
    },
    takeReserved: async ({ params, request }) => {
      const counter = await counterSessionOf(context, request)
      const customer = counter.staffSession.customerId
      if (customer === undefined) return fail(problem('no-customer'))
      const addResult = await addReservedOrder(context, await counter.ensureBasket(), customer, params.number, counter.actor)
      return addResult.ok ? ok(await counter.read()) : addResult
    },
    block: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      const at = await openCounterPerformance(context, params.instance)
      if (!at) return fail(unknown)
      const blockResult = await blockSeats(context, await counter.ensureBasket(), counter.staffSession.staff.id, counter.actor, at, body)
      return blockResult.ok ? ok({ block: blockResult.value, desk: await counter.read() }) : blockResult
    },
    unblock: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      const at = await openCounterPerformance(context, params.instance)
      if (!at) return fail(unknown)
      const unblockResult = await unblockSeats(context, params.block, counter.actor, at, body)
      return unblockResult.ok ? ok({ block: params.block, seats: unblockResult.value }) : unblockResult
    },
    sell: async ({ body, visitor, request }) => {
      const counter = await counterSessionOf(context, request)
      if (counter.basketId === undefined) return fail(empty)
      const { id: staff, role } = counter.staffSession.staff
      const seller = { staff, role, actor: counter.actor, locale: visitor.locale }
      const sold = await sellAtCounter(context, counter.basketId, seller, body)
      return sold.ok ? ok({ ...sold.value, desk: await counter.read() }) : sold
    },
    stopCard: ({ request }) => changeBasket(request, empty, (basket, { actor }) => cancelCardPayment(context, basket, actor)),
    book: async ({ params }) => {
      const at = await openCounterPerformance(context, params.instance)
      return at ? ok({ entries: await readActivityLog(context, at) }) : fail(unknown)
    },
  }
}
