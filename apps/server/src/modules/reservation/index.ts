export {
  confirmReservation,
  removeReservedSeats,
  extendReservedHolds,
  restoreReservation,
  moveReservationToBasket,
} from './basket-reservation.ts'
export { endReservation } from './end-reservation.ts'
export { listReservations, readReservationReminder, readReservedPlaces } from './read-reservation.ts'
export { reservedTickets } from './reservation-row.ts'
export { type ReservedOrder, reserveSeats, type SeatToReserve, writeReservation, writeReservations } from './reserve.ts'
export { lapseReservations, queueReservationReminders } from './sweep-reservations.ts'
