export { createGroupBooking } from './create-booking.ts'
export { listGroupBookings } from './list-bookings.ts'
