import { type Kysely, sql } from 'kysely'
import type { CounterCustomer, FoundCustomer } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { listAddresses } from '#modules/address'
import { readAccountGiftAid } from '#modules/consent'
import { readCredit } from '#modules/credit'
import { loadEntitlement } from '#modules/eligibility'
import { listOrders, type OrderDeps } from '#modules/order'
import { listReservations } from '#modules/reservation'
import type { Brand } from '@playhouse/domain/brand'
import { isAccountGiftAidWording } from '@playhouse/domain/giving'
import { toPostalAddress } from '@playhouse/domain/postal-address'

/** Orders and notes shown at the counter. */
const maxOrders = 5

type CustomerCardDeps = OrderDeps & { readonly brand: Brand }

/** Reads what the counter shows of a customer. @returns undefined for an unknown customer or a guest */
export async function readCustomerCard(deps: CustomerCardDeps, id: string): Promise<CounterCustomer | undefined> {
  const { db, brand } = deps
  const customer = await findCustomer(db, id)
  if (!customer) return undefined
  const [entitlement, credit, reservations, orders, notes, giftAid] = await Promise.all([
    loadEntitlement(db, brand.timeZone, { customer: id, basket: undefined }),
    readCredit(db, id),
    listReservations(deps, id),
    listOrders(deps, id),
    readNotes(db, id),
    brand.features.giftAid ? readGiftAid(db, id) : null,
  ])
  return {
    ...customer,
    memberships: entitlement.memberships.map(
      (membershipId) => brand.memberships.find((membership) => membership.id === membershipId)?.name ?? membershipId,
    ),
    access: entitlement.access ? [...entitlement.access] : null,
    credit: credit.balance,
    notes,
    orders: [...reservations, ...orders.slice(0, maxOrders)],
    giftAid,
  }
}

/** Reads the customer's declaration of Gift Aid, and the home address that one needs. */
async function readGiftAid(db: Kysely<Database>, customer: string): Promise<CounterCustomer['giftAid']> {
  const [declaration, [homeAddress]] = await Promise.all([readAccountGiftAid(db, customer), listAddresses(db, customer)])
  const { isDeclared = false, wording = null, saidAt = null, method = null, recordedBy = null } = declaration ?? {}
  return {
    ...{ isDeclared, saidAt, method, recordedBy },
    wording: wording !== null && isAccountGiftAidWording(wording) ? wording : null,
    homeAddress: homeAddress?.isPrimary ? toPostalAddress(homeAddress) : null,
  }
}

async function findCustomer(db: Kysely<Database>, id: string): Promise<FoundCustomer | undefined> {
  const { rows } = await sql<FoundCustomer>`
    select c.id, c.title, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone, a.postcode
    from customer c left join address a on a.customer_id = c.id and a.is_primary where c.id = ${id} and not c.is_guest`.execute(db)
  return rows[0]
}

/** Reads the notes of the customer's latest orders that have any. */
async function readNotes(db: Kysely<Database>, customer: string): Promise<CounterCustomer['notes']> {
  const rows = await db
    .selectFrom('customer_order')
    .select(['number', 'placed_at', 'notes'])
    .where('customer_id', '=', customer)
    .where(sql<boolean>`(notes ->> 'order' <> '' or notes ->> 'access' <> '' or notes ? 'dietary')`)
    .orderBy('placed_at', 'desc')
    .limit(maxOrders)
    .execute()
  return rows.map(({ number, placed_at, notes }) => ({
    order: number,
    at: placed_at.toISOString(),
    note: notes.order,
    accessNote: notes.access,
    dietaryNote: notes.dietary ?? '',
  }))
}
