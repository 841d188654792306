import { useNavigate } from 'react-router'
import type { GroupBooking } from '@playhouse/api-client/contract'
import type { Money } from '@playhouse/domain/money'
import type { ApiMutation } from '#mutation'
import { api } from '#server-state'
import { setCounterState, useStaffMutation } from '../counter-state.ts'

type GroupSale = {
  readonly mutation: ApiMutation
  /** Chooses the contact, and puts the booking into their sale. */
  readonly sell: (booking: GroupBooking) => Promise<void>
  /** Chooses the contact, and puts a deposit or an instalment into their sale. */
  readonly addDeposit: (booking: GroupBooking, amount: Money) => Promise<void>
}

/** Takes money for group bookings at the counter. */
export function useGroupSale(): GroupSale {
  const navigate = useNavigate()
  const mutation = useStaffMutation()
  const chooseContact = ({ contact }: GroupBooking) =>
    mutation.send(() => api.staff.actFor({ body: { customer: contact.id } }), { onSuccess: setCounterState })
  return {
    mutation,
    sell: async (booking) => {
      if (!(await chooseContact(booking)).ok) return
      const { number } = booking
      const taken = await mutation.send(() => api.counter.takeReserved({ params: { number } }), { onSuccess: setCounterState })
      if (taken.ok) await navigate(`/smart/book/${taken.value.basket.tickets[0]!.instance}`)
    },
    addDeposit: async (booking, amount) => {
      if (!(await chooseContact(booking)).ok) return
      const body = { kind: 'voucher-top-up' as const, voucher: booking.account, booking: booking.number, amount }
      const added = await mutation.send(() => api.counter.addItem({ body }), { onSuccess: setCounterState })
      if (added.ok) await navigate('/smart/sell')
    },
  }
}
