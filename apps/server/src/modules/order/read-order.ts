import type { Kysely } from 'kysely'
import type { Order, OrderSummary } from '@playhouse/api-client/contract'
import { hasFixedName, type ItemKind, itemKindNames, itemQuantity } from '@playhouse/domain/item-kind'
import { money } from '@playhouse/domain/money'
import { seatingOf } from '@playhouse/domain/plan'
import type { Database } from '#db'
import { type Catalogue, performanceOfTicket } from '#modules/catalogue'
import { qrModules } from '#modules/ticket'

export type OrderDeps = { readonly db: Kysely<Database>; readonly catalogue: Catalogue }
/** An order with its customer and the running times (minutes) of its performances, for mail, PDF and calendar. */
export type FullOrder = {
  readonly order: Order
  readonly customer: { email: string; firstName: string; lastName: string }
  readonly locale: string
  readonly runningTimes: ReadonlyMap<string, number>
}

/** Reads a customer's order by its number. @returns undefined for an unknown number or another customer's order */
export async function readOrder(deps: OrderDeps, customer: string, number: string): Promise<FullOrder | undefined> {
  const row = await selectOrders(deps.db)
    .where('customer_order.number', '=', number)
    .where('customer_order.customer_id', '=', customer)
    .executeTakeFirst()
  return row && loadOrder(deps, row)
}

/** Reads an order by its id, for background jobs such as mail. @param options.isOnHoldShown whether tickets of an order on hold are included */
export async function readOrderById(
  deps: OrderDeps,
  id: string,
  { isOnHoldShown = false }: { readonly isOnHoldShown?: boolean } = {},
): Promise<FullOrder | undefined> {
  const row = await selectOrders(deps.db).where('customer_order.id', '=', id).executeTakeFirst()
  return row && loadOrder(deps, row, isOnHoldShown)
}

const selectOrders = (db: Kysely<Database>) =>
  db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .selectAll('customer_order')
    .select(['customer.email', 'customer.first_name', 'customer.last_name'])
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirst']>>>

async function loadOrder({ db, catalogue }: OrderDeps, row: Row, isOnHoldShown = false): Promise<FullOrder> {
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', '=', row.id)
    .where('returned_at', 'is', null)
    .orderBy('performance_id')
    .orderBy('seat')
    .execute()
  const items = await db
    .selectFrom('order_line')
    .select(['kind', 'ref', 'amount', 'fee'])
    .where('order_id', '=', row.id)
    .where('kind', 'in', itemKindNames)
    .$narrowType<{ kind: ItemKind }>()
    .orderBy('position')
    .execute()
  const performances = new Map(
    await Promise.all(
      [...new Set(tickets.map((ticket) => ticket.performance_id))].map(
        async (id) => [id, (await catalogue.performanceDetails(id))!] as const,
      ),
    ),
  )
  const plans = new Map(
    await Promise.all(
      [...performances.values()].map(
        async (performanceDetails) =>
          [performanceDetails.id, (await catalogue.hall(performanceDetails.hall, performanceDetails.planVersion))!.plan] as const,
      ),
    ),
  )
  return {
    customer: { email: row.email, firstName: row.first_name, lastName: row.last_name },
    locale: row.locale,
    runningTimes: new Map(
      [...performances.values()].map((performanceDetails) => [performanceDetails.id, performanceDetails.production.runningTime]),
    ),
    order: {
      number: row.number,
      state: row.state as Order['state'],
      placedAt: row.placed_at.toISOString(),
      // Tickets that are not valid yet, or no longer, are not included.
      tickets: (row.state === 'confirmed' || (isOnHoldShown && row.state === 'on-hold') ? tickets : []).map((ticket) => {
        const performanceDetails = performances.get(ticket.performance_id)!
        const plan = plans.get(performanceDetails.id)!
        return {
          id: ticket.id,
          ...performanceOfTicket(performanceDetails, plan),
          area: ticket.area,
          row: ticket.row_label,
          number: ticket.number,
          seating: seatingOf(plan, ticket.seat),
          entrance: ticket.entrance,
          priceTypeName: ticket.price_type_name,
          price: money(ticket.price),
          qr: ticket.qr,
          modules: qrModules(ticket.qr),
        }
      }),
      items: items.map(toItem),
      delivery: row.delivery,
      billing: row.billing,
      notes: row.notes,
      bookedFor: row.booked_for,
      totals: row.totals,
    },
  }
}

/** Kinds with a fixed name, such as refund protection, have an empty name: the screens translate it. */
const toItem = ({ kind, ref, amount, fee }: { kind: ItemKind; ref: string; amount: number; fee: number }): Order['items'][number] => ({
  kind,
  name: hasFixedName(kind) ? '' : ref,
  detail: null,
  quantity: itemQuantity(kind),
  amount: money(amount),
  fee: money(fee),
})

/** Lists a customer's orders, newest first. */
export async function listOrders({ db, catalogue }: OrderDeps, customer: string): Promise<OrderSummary[]> {
  const rows = await db
    .selectFrom('customer_order')
    .innerJoin('ticket', 'ticket.order_id', 'customer_order.id')
    .select(['customer_order.number', 'customer_order.state', 'customer_order.placed_at', 'customer_order.total'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.agg<string[]>('array_agg', ['ticket.performance_id']).as('performances')])
    .where('customer_order.customer_id', '=', customer)
    .groupBy('customer_order.id')
    .orderBy('customer_order.placed_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const performances = await Promise.all([...new Set(row.performances)].map(async (id) => (await catalogue.performanceDetails(id))!))
      const first = performances.reduce((a, b) => (a.startsAt <= b.startsAt ? a : b))
      return {
        number: row.number,
        state: row.state as OrderSummary['state'],
        placedAt: row.placed_at.toISOString(),
        title: first.production.title,
        firstAt: new Date(first.startsAt).toISOString(),
        timeZone: first.timeZone,
        hall: first.hall,
        count: row.count,
        total: money(row.total),
      }
    }),
  )
}
