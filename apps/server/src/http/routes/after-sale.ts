import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { isStaffAllowed } from '@playhouse/domain/staff'
import type { Actor } from '#modules/basket'
import {
  auditOrderSearch,
  findOrder,
  mailOrder,
  auditReceipt,
  auditReprint,
  readSoldOrder,
  readTakings,
  readUnfinishedSales,
  settleUnfinishedSale,
} from '#modules/counter'
import type { StaffSession } from '#modules/staff'
import { toReceiptedOrder, toTicketedOrder } from '#modules/order'
import { processReturn, settleRefundByHand, retryRefund } from '#modules/payment'
import { printReceipt, printThermalTickets, printTickets } from '#modules/ticket'
import { reissueGifts } from '#modules/membership'
import { reissueVouchers, printNewOrderCodes } from '#modules/voucher'
import type { Call, Handlers } from '../call.ts'
import { counterSessionOf, throttleSearch } from '../visitor/counter-session.ts'
import { maySession } from '../visitor/staff-session.ts'
import type { AppContext } from '../app-context.ts'
import { printRenewedVouchers } from './print-vouchers.ts'

/** The staff user whose takings a session reads; undefined for those of all. */
const ownTakings = (session: StaffSession): string | undefined => (maySession(session, 'read-all-takings') ? undefined : session.staff.id)

export function afterSaleHandlers(context: AppContext): Handlers<typeof contract.afterSale> {
  const unknown = problem('order-not-found')
  /** Staff retry or settle a failed refund; returns the current order when the refund has not failed any more. */
  const decideRefund = async (
    { params, request }: Pick<Call<typeof contract.afterSale.sendRefundAgain>, 'params' | 'request'>,
    work: (actor: Actor) => Promise<boolean>,
  ) => {
    const { staffSession, actor } = await counterSessionOf(context, request)
    const { role } = staffSession.staff
    const before = await readSoldOrder(context, params.number, role)
    if (!before?.refunds.some(({ id }) => id === params.refund)) return fail(unknown)
    await work(actor)
    return ok((await readSoldOrder(context, params.number, role))!)
  }
  return {
    order: async ({ params, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const rejection = await throttleSearch(context, staffSession)
      if (rejection) return fail(rejection)
      await auditOrderSearch(context.db, staffSession.staff.id, params.number, actor)
      const sold = await readSoldOrder(context, params.number, staffSession.staff.role)
      return sold ? ok(sold) : fail(unknown)
    },
    tickets: async ({ params, query, visitor, request, reply }) => {
      const { ticketPaper } = context.brand
      const isThermal = query.paper === 'thermal'
      if (isThermal && !ticketPaper) return fail(problem('page-not-found'))
      const { actor } = await counterSessionOf(context, request)
      const fullOrder = await findOrder(context, params.number)
      if (!fullOrder || fullOrder.order.tickets.length === 0) return fail(unknown)
      await auditReprint(context.db, fullOrder, actor)
      void reply.header('content-disposition', `inline; filename="tickets-${fullOrder.order.number}.pdf"`)
      const print = { brand: context.brand, locale: visitor.locale, order: toTicketedOrder(context.brand, fullOrder, visitor.locale) }
      return ok(await (isThermal && ticketPaper ? printThermalTickets({ ...print, ticketPaper }) : printTickets(print)))
    },
    receipt: async ({ params, visitor, request, reply }) => {
      const { actor } = await counterSessionOf(context, request)
      const found = await findOrder(context, params.number)
      if (!found) return fail(unknown)
      await auditReceipt(context.db, found, actor)
      void reply.header('content-disposition', `inline; filename="receipt-${found.order.number}.pdf"`)
      return ok(await printReceipt({ brand: context.brand, locale: visitor.locale, order: toReceiptedOrder(found, visitor.locale) }))
    },
    mailTickets: async ({ params, request }) => {
      const { actor } = await counterSessionOf(context, request)
      return (await mailOrder(context.db, params.number, actor)) ? ok({ sent: true as const }) : fail(unknown)
    },
    reissueVouchers: async ({ params, request }) => {
      const { actor } = await counterSessionOf(context, request)
      return (await reissueVouchers(context.db, params.number, actor)) ? ok({ sent: true as const }) : fail(unknown)
    },
    reissueGifts: async ({ params, request }) => {
      const { actor } = await counterSessionOf(context, request)
      return (await reissueGifts(context.db, params.number, actor)) ? ok({ sent: true as const }) : fail(unknown)
    },
    printVouchers: async ({ params, visitor, request, reply }) => {
      const { actor } = await counterSessionOf(context, request)
      const renewed = await printNewOrderCodes(context.db, params.number, actor)
      if (renewed.length === 0) return fail(unknown)
      void reply.header('content-disposition', `inline; filename="vouchers-${params.number}.pdf"`)
      return ok(await printRenewedVouchers(context, visitor.locale, renewed))
    },
    giveBack: async ({ params, body, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const { role } = staffSession.staff
      const before = await readSoldOrder(context, params.number, role)
      if (!before) return fail(unknown)
      if (!isStaffAllowed(role, body.to === 'credit' ? 'return-to-credit' : 'return-money')) return fail(problem('not-allowed'))
      if (body.leavesMemberPrices && !isStaffAllowed(role, 'leave-member-prices')) return fail(problem('not-allowed'))
      // An order without a customer has no account for credit.
      if (body.to === 'credit' && (before.customer?.id ?? null) === null) return fail(problem('cancel-order-failed'))
      const returnResult = await processReturn(
        context,
        params.number,
        { ...body, isLateAllowed: isStaffAllowed(role, 'return-late') },
        actor,
      )
      return returnResult.ok ? ok({ given: returnResult.value, sold: (await readSoldOrder(context, params.number, role))! }) : returnResult
    },
    sendRefundAgain: (call) => decideRefund(call, (actor) => retryRefund(context.db, call.params.refund, actor)),
    settleRefund: (call) => decideRefund(call, (actor) => settleRefundByHand(context.db, call.params.refund, call.body.how, actor)),
    unfinishedSales: async ({ request }) => {
      const { staffSession } = await counterSessionOf(context, request)
      return ok({ sales: await readUnfinishedSales(context.db, ownTakings(staffSession)) })
    },
    settleUnfinishedSale: async ({ params: { payment }, body, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const settledSale = await settleUnfinishedSale(context, { payment, staffId: ownTakings(staffSession) }, body.isTaken, actor)
      return settledSale ? ok(settledSale) : fail(problem('payment-unknown'))
    },
    takings: async ({ query, request }) => {
      const { staffSession } = await counterSessionOf(context, request)
      return ok(await readTakings(context, query.day, ownTakings(staffSession)))
    },
  }
}
