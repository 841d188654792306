import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { createGroupBooking, listGroupBookings } from '#modules/group-booking'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'

export function groupBookingHandlers(context: AppContext): Handlers<typeof contract.groupBookings> {
  return {
    list: async () => ok({ bookings: await listGroupBookings(context) }),
    create: async ({ params, body, request }) => {
      const counter = await counterSessionOf(context, request)
      if (counter.basketId === undefined) return fail(problem('basket-empty'))
      const booked = await createGroupBooking(context, counter.basketId, params.instance, counter.actor, body)
      return booked.ok ? ok({ number: booked.value.number, desk: await counter.read() }) : booked
    },
  }
}
