import type { Transaction } from 'kysely'
import { insertRows, type Actor, audit, type Database, newId } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import type { NewOrder } from './compose-order.ts'
import { recordMoved } from './moved-keys.ts'
import type { KnownPlaces } from './read-places.ts'

/** A reserved order of the former system, and the end of its reservation here. */
export type NewReservation = NewOrder & { readonly until: Date }

/** A reserved order that ends with a day of the theatre, or with the start of its first performance, whichever comes first. */
export function reservationOf(
  order: NewOrder,
  reservedUntil: string,
  { brand, places }: { readonly brand: Pick<Brand, 'timeZone'>; readonly places: ReadonlyMap<string, KnownPlaces> },
): NewReservation {
  const dayAfter = Temporal.PlainDate.from(reservedUntil).add({ days: 1 }).toZonedDateTime(brand.timeZone).epochMilliseconds
  return { ...order, until: new Date(Math.min(dayAfter, ...order.tickets.map(({ thing }) => places.get(thing.performance)!.startsAt))) }
}

/** Writes reserved orders with the prices that the former system promised. The caller reserves their seats in the same transaction. */
export async function writeMovedReservations(trx: Transaction<Database>, orders: readonly NewReservation[], actor: Actor): Promise<void> {
  await insertRows(
    trx,
    'reservation',
    orders.map(({ id, number, customer, until }) => ({
      ...{ id, number, customer_id: customer, state: 'reserved', held_until: until.toISOString(), note: '' },
      ...{ basket_id: null, order_id: null, reminded_at: null },
    })),
  )
  await insertRows(
    trx,
    'reservation_ticket',
    orders.flatMap(({ id, tickets }) =>
      tickets.map(({ thing, seat, place }) => ({
        ...{ id: newId(), reservation_id: id, performance_id: thing.performance, seat, band: place.band },
        ...{ price_type: thing.priceType, price: thing.price, fee: 0 },
      })),
    ),
  )
  await recordMoved(trx, 'reservation', orders)
  await audit(
    trx,
    ...orders.map(({ id, number, until }) => ({
      ...{ actor: actor.name, requestId: actor.requestId, subject: 'reservation' as const, subjectId: id, verb: 'move-in', to: 'reserved' },
      detail: { number, until },
    })),
  )
}
