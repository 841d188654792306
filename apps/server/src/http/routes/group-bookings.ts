import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { depositPermissions } from '@playhouse/domain/group-booking'
import { isStaffAllowed } from '@playhouse/domain/staff'
import {
  cancelGroupBooking,
  cancelGroupInvoice,
  changeSeatsOfGroup,
  createGroupBooking,
  issueGroupInvoice,
  listGroupBookings,
  moveGroupDates,
  nameGroup,
  readGroupBooking,
  readGroupInvoice,
  readGroupNames,
  readGroupSeats,
} from '#modules/group-booking'
import { printInvoice } from '#modules/ticket'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'

export function groupBookingHandlers(context: AppContext): Handlers<typeof contract.groupBookings> {
  const bookingOf = async (number: string) => (await readGroupBooking(context, number))!
  return {
    list: async () => ok({ bookings: await listGroupBookings(context) }),
    create: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      if (counter.basketId === undefined) return fail(problem('basket-empty'))
      const booked = await createGroupBooking(context, counter.basketId, params.instance, counter.actor, body)
      return booked.ok ? ok({ number: booked.value.number, desk: await counter.read() }) : booked
    },
    names: ({ params }) => readGroupNames(context, params),
    setNames: async ({ params, body, request }) => {
      const { actor } = await counterSessionOf(context, request)
      const named = await nameGroup(context, params, body, actor)
      return named.ok ? readGroupNames(context, params) : named
    },
    seats: ({ params }) => readGroupSeats(context, params.number),
    setSeats: async ({ params: { number }, body, request }) => {
      const { actor } = await counterSessionOf(context, request)
      const changed = await changeSeatsOfGroup(context, number, body, actor)
      return changed.ok ? readGroupSeats(context, number) : changed
    },
    moveDates: async ({ params: { number }, body, request }) => {
      const { actor } = await counterSessionOf(context, request)
      const moved = await moveGroupDates(context.db, number, body, actor)
      return moved.ok ? ok({ booking: await bookingOf(number) }) : moved
    },
    issueInvoice: async ({ params: { number }, body, request }) => {
      const { actor } = await counterSessionOf(context, request)
      const issued = await issueGroupInvoice(context, number, body, actor)
      return issued.ok ? ok({ booking: await bookingOf(number) }) : issued
    },
    cancelInvoice: async ({ params: { number }, request }) => {
      const { actor } = await counterSessionOf(context, request)
      const cancelled = await cancelGroupInvoice(context, number, actor)
      return cancelled.ok ? ok({ booking: await bookingOf(number) }) : cancelled
    },
    invoiceFile: async ({ params, visitor, reply }) => {
      const invoice = await readGroupInvoice(context, params.number, params.invoice)
      if (!invoice) return fail(problem('order-not-found'))
      void reply.header('content-disposition', `inline; filename="${invoice.kind}-${invoice.number}.pdf"`)
      return ok(await printInvoice({ brand: context.brand, locale: visitor.locale, invoice }))
    },
    cancel: async ({ params: { number }, body, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      if (body.paid > 0 && !isStaffAllowed(staffSession.staff.role, depositPermissions[body.deposit])) return fail(problem('not-allowed'))
      const cancelled = await cancelGroupBooking(context, number, body, actor)
      return cancelled.ok ? ok({ given: cancelled.value, booking: await bookingOf(number) }) : cancelled
    },
  }
}
