import type { Brand } from '@playhouse/domain/brand'
import { sanitizeLine } from '@playhouse/domain/written'
import type { OrderMail } from './order-confirmation.ts'

/**
 * An order as mail programs read it (schema.org EventReservation, one a ticket): they show the evening in the calendar and
 * the seat in search. What was paid, and the number that opens the door, stay out of it.
 */
export const describeReservations = (brand: Brand, order: OrderMail, url: string): object[] =>
  order.tickets.map(({ title, startsAt, hallName, area, row, number, entrance }) => ({
    '@context': 'https://schema.org',
    '@type': 'EventReservation',
    reservationNumber: order.number,
    reservationStatus: 'https://schema.org/ReservationConfirmed',
    url,
    underName: { '@type': 'Person', name: sanitizeLine(order.firstName) },
    provider: { '@type': 'Organization', name: brand.legalName },
    reservationFor: {
      '@type': 'TheaterEvent',
      name: title,
      startDate: startsAt,
      location: { '@type': 'PerformingArtsTheater', name: `${brand.name}, ${hallName}`, address: brand.contact.address },
    },
    ...(area && { venueSection: area }),
    ...(row && { venueRow: row }),
    ...(number && { venueSeat: number }),
    ...(entrance && { venueEntrance: entrance }),
  }))
