import type { Brand } from '@playhouse/domain/brand'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import type { OrderMail } from './order-mail.ts'

/**
 * Describes an order for mail programs (schema.org EventReservation, one per ticket), which show it in calendar and search.
 * Prices and ticket codes are not included.
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
