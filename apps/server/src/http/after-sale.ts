import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { isStaffAllowed } from '@playhouse/domain/staff'
import type { Actor } from '#modules/basket'
import {
  auditOrderSearch,
  findOrder,
  mailOrder,
  noteReprint,
  readSold,
  readTakings,
  readUnfinishedSales,
  settleUnfinishedSale,
} from '#modules/counter'
import { ticketed } from '#modules/order'
import { giveTicketsBack, settleByHand, tryRefundAgain } from '#modules/payment'
import { printTickets } from '#modules/ticket'
import type { Call, Handlers } from './call.ts'
import { counterOf, tooManySearches } from './desk.ts'
import type { House } from './house.ts'

export function afterSaleHandlers(house: House): Handlers<typeof contract.afterSale> {
  const unknown = problem('order-not-found')
  /** A person sees to a refund of this order that waits for one. Where it doesn't any more, the order as it stands says so. */
  const seeTo = async (
    { params, request }: Pick<Call<typeof contract.afterSale.sendRefundAgain>, 'params' | 'request'>,
    work: (actor: Actor) => Promise<boolean>,
  ) => {
    const { shift, actor } = await counterOf(house, request)
    const { role } = shift.staff
    if (!isStaffAllowed(role, 'return-money')) return fail(problem('not-allowed'))
    const before = await readSold(house, params.number, role)
    if (!before?.refunds.some(({ id }) => id === params.refund)) return fail(unknown)
    await work(actor)
    return ok((await readSold(house, params.number, role))!)
  }
  return {
    order: async ({ params, request }) => {
      const { shift, actor } = await counterOf(house, request)
      const refused = await tooManySearches(house, shift)
      if (refused) return fail(refused)
      await auditOrderSearch(house.db, shift.staff.id, params.number, actor)
      const sold = await readSold(house, params.number, shift.staff.role)
      return sold ? ok(sold) : fail(unknown)
    },
    tickets: async ({ params, visitor, request, reply }) => {
      const { actor } = await counterOf(house, request)
      const found = await findOrder(house, params.number)
      if (!found || found.order.tickets.length === 0) return fail(unknown)
      await noteReprint(house.db, found, actor)
      void reply.header('content-disposition', `inline; filename="tickets-${found.order.number}.pdf"`)
      return ok(await printTickets({ brand: house.brand, locale: visitor.locale, order: ticketed(house.brand, found) }))
    },
    mailTickets: async ({ params, request }) => {
      const { actor } = await counterOf(house, request)
      return (await mailOrder(house.db, params.number, actor)) ? ok({ sent: true as const }) : fail(unknown)
    },
    giveBack: async ({ params, body, request }) => {
      const { shift, actor } = await counterOf(house, request)
      const { role } = shift.staff
      const before = await readSold(house, params.number, role)
      if (!before) return fail(unknown)
      if (!isStaffAllowed(role, body.to === 'credit' ? 'return-to-credit' : 'return-money')) return fail(problem('not-allowed'))
      // Nobody in particular has no account to give credit to.
      if (body.to === 'credit' && (before.customer?.id ?? null) === null) return fail(problem('cancel-order-failed'))
      const given = await giveTicketsBack(house, params.number, { ...body, isLateAllowed: isStaffAllowed(role, 'return-late') }, actor)
      return given.ok ? ok({ given: given.value, sold: (await readSold(house, params.number, role))! }) : given
    },
    sendRefundAgain: (call) => seeTo(call, (actor) => tryRefundAgain(house.db, call.params.refund, actor)),
    settleRefund: (call) => seeTo(call, (actor) => settleByHand(house.db, call.params.refund, call.body.how, actor)),
    unfinishedSales: async ({ request }) => {
      const { staff } = (await counterOf(house, request)).shift
      return ok({ sales: await readUnfinishedSales(house.db, isStaffAllowed(staff.role, 'read-all-takings') ? undefined : staff.id) })
    },
    settleUnfinishedSale: async ({ params: { payment }, body, request }) => {
      const { shift, actor } = await counterOf(house, request)
      const only = isStaffAllowed(shift.staff.role, 'read-all-takings') ? undefined : shift.staff.id
      const settled = await settleUnfinishedSale(house, { payment, only }, body.isTaken, actor)
      return settled ? ok(settled) : fail(problem('payment-unknown'))
    },
    takings: async ({ query, request }) => {
      const { staff } = (await counterOf(house, request)).shift
      return ok(await readTakings(house, query.day, isStaffAllowed(staff.role, 'read-all-takings') ? undefined : staff.id))
    },
  }
}
