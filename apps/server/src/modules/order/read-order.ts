import { titleOf } from '@playhouse/domain/production-texts'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Order, OrderSummary, Ticket } from '@playhouse/api-client/contract'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import { parseItemDetail } from '@playhouse/domain/item-detail'
import { hasFixedName } from '@playhouse/domain/item-kind'
import { add, type Money, money } from '@playhouse/domain/money'
import { isOpenForAddOns } from '@playhouse/domain/order'
import { seatingOf } from '@playhouse/domain/plan'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { Database, OrderItemTable } from '#db'
import { type Catalogue, performanceOfTicket } from '#modules/catalogue'
import { qrModules } from '#modules/ticket'

export type OrderDeps = { readonly db: Kysely<Database>; readonly catalogue: Catalogue }
/** A ticket of a receipt, which lists returned ones too. */
export type ReceiptedTicket = Pick<
  Ticket,
  'title' | 'copyLanguage' | 'translations' | 'startsAt' | 'timeZone' | 'area' | 'row' | 'number' | 'seating' | 'priceTypeName' | 'price'
> & {
  readonly isReturned: boolean
  /** The name of the package that it belongs to. */
  readonly packageName?: TranslatedText | undefined
}
/** An order with its customer and the running times (minutes) of its performances, for mail, PDF and calendar. */
export type FullOrder = {
  readonly order: Order
  readonly customer: { email: string; firstName: string; lastName: string }
  readonly locale: string
  readonly runningTimes: ReadonlyMap<string, number>
  /** Every ticket that was bought, for the receipt. */
  readonly boughtTickets: readonly ReceiptedTicket[]
  /** How it was paid at the counter, in minor units; undefined for a web order, or where nothing was left to pay. */
  readonly paidBy: CounterReceipt | undefined
}
/** A payment at the counter, for the receipt. */
export type CounterReceipt = { readonly method: CounterPaymentMethod; readonly reference: string | null; readonly amount: Money }

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

/** The names of the subscriptions whose vouchers paid for tickets, by their ids. */
async function readVoucherNames(
  db: Kysely<Database>,
  tickets: readonly { readonly subscription_id: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(tickets.flatMap(({ subscription_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('ticket_subscription').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function loadOrder({ db, catalogue }: OrderDeps, row: Row, isOnHoldShown = false): Promise<FullOrder> {
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('order_id', '=', row.id)
    .orderBy('performance_id')
    .orderBy('seat')
    .execute()
  const items = await db.selectFrom('order_item').selectAll().where('order_id', '=', row.id).orderBy('position').execute()
  const returns = await readReturns(db, row.id)
  const addOns = await readAddOnOrders(db, row)
  const vouchers = await readVoucherNames(db, tickets)
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
  const describe = (ticket: (typeof tickets)[number]) => {
    const performanceDetails = performances.get(ticket.performance_id)!
    const plan = plans.get(performanceDetails.id)!
    const voucher = ticket.subscription_id === null ? undefined : vouchers.get(ticket.subscription_id)
    return {
      ...performanceOfTicket(performanceDetails, plan),
      area: ticket.area,
      row: ticket.row_label,
      number: ticket.number,
      seating: seatingOf(plan, ticket.seat),
      // Every screen, mail and print names the subscription with the price type.
      priceTypeName: voucher === undefined ? ticket.price_type_name : `${ticket.price_type_name}, ${voucher}`,
      price: money(ticket.price),
      ...(voucher !== undefined && { voucher }),
    }
  }
  const sold = await readPackages(db, row.state === 'failed' ? [] : tickets)
  const packageNameOf = (ticket: (typeof tickets)[number]): TranslatedText | undefined =>
    sold.packages?.find(({ id }) => id === ticket.order_package_id)?.name
  const [returned, valid] = [tickets.filter(isReturned), tickets.filter((ticket) => !isReturned(ticket))]
  return {
    paidBy: await readCounterPayment(db, row.attempt_id),
    boughtTickets: tickets.map((ticket) => ({
      ...describe(ticket),
      isReturned: isReturned(ticket),
      packageName: packageNameOf(ticket),
    })),
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
      tickets: (row.state === 'confirmed' || (isOnHoldShown && row.state === 'on-hold') ? valid : []).map((ticket) => ({
        ...describe(ticket),
        id: ticket.id,
        entrance: ticket.entrance,
        ...(ticket.proof_at_door && { proofAtDoor: ticket.proof_at_door }),
        ...(ticket.holder !== null && { holder: ticket.holder }),
        qr: ticket.qr,
        modules: qrModules(ticket.qr),
      })),
      // Tickets of a failed order were never valid.
      returnedTickets: (row.state === 'failed' ? [] : returned).map((ticket) => ({ ...describe(ticket), id: ticket.id })),
      ...sold,
      items: items.map(toItem),
      delivery: row.delivery,
      billing: row.billing,
      notes: row.notes,
      bookedFor: row.booked_for,
      totals: row.totals,
      ...addOns,
      isOpenForAddOns: isOpenForAddOns(
        { state: row.state, addsTo: row.adds_to, startsAt: valid.map((ticket) => performances.get(ticket.performance_id)!.startsAt) },
        await catalogue.now(),
      ),
      ...returns,
    },
  }
}

type TicketOfPackage = { readonly id: string; readonly price: number; readonly order_package_id: string | null }

/** The packages of an order with their tickets; no field without any. Without tickets of a package it needs no query. */
async function readPackages(db: Kysely<Database>, tickets: readonly TicketOfPackage[]): Promise<Pick<Order, 'packages'>> {
  const ids = [...new Set(tickets.flatMap((ticket) => ticket.order_package_id ?? []))]
  if (ids.length === 0) return {}
  const rows = await db.selectFrom('order_package').selectAll().where('id', 'in', ids).orderBy('position').execute()
  return {
    packages: rows.map(({ id, package_id, kind, name, choice, saved }) => {
      const own = tickets.filter((ticket) => ticket.order_package_id === id)
      return {
        ...{ id, package: package_id, kind, name, choice, saved: money(saved) },
        tickets: own.map((ticket) => ticket.id),
        amount: add(...own.map(({ price }) => money(price))),
      }
    }),
  }
}

async function readCounterPayment(db: Kysely<Database>, attempt: string): Promise<CounterReceipt | undefined> {
  const row = await db
    .selectFrom('counter_payment')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'counter_payment.attempt_id')
    .select(['counter_payment.way', 'counter_payment.reference', 'payment_attempt.amount'])
    .where('counter_payment.attempt_id', '=', attempt)
    .executeTakeFirst()
  if (!row || row.way === 'none') return undefined
  return { method: row.way, reference: row.reference, amount: money(row.amount) }
}

/** The number of the order that an order adds to, and the orders that add to it. */
async function readAddOnOrders(db: Kysely<Database>, { id, adds_to, customer_id }: Row): Promise<Pick<Order, 'addsTo' | 'addOns'>> {
  const { rows } = await sql<{
    readonly number: string
    readonly state: Order['state']
    readonly placedAt: Date
    readonly total: number
    readonly isSameBuyer: boolean
    readonly items: ListedOrder['items'] | null
  }>`
    select o.number, o.state, o.placed_at as "placedAt", o.total, o.customer_id = ${customer_id}::uuid as "isSameBuyer",
      (select jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'quantity', quantity) order by position)
        from order_item where order_id = o.id) as items
    from customer_order o where o.adds_to = ${id}::uuid order by o.placed_at, o.number`.execute(db)
  const first =
    adds_to === null ? undefined : await db.selectFrom('customer_order').select('number').where('id', '=', adds_to).executeTakeFirst()
  return {
    addsTo: first?.number ?? null,
    addOns: rows.map(({ placedAt, total, items, ...order }) => ({
      ...order,
      placedAt: placedAt.toISOString(),
      total: money(total),
      items: (items ?? []).map((item) => ({ ...item, name: nameOf(item) })),
    })),
  }
}

const isReturned = ({ returned_at }: { readonly returned_at: Date | null }): boolean => returned_at !== null

/** Reads what was refunded of an order, and what was given as credit for it; minor units. */
async function readReturns(db: Kysely<Database>, order: string): Promise<Pick<Order, 'refunded' | 'credited'>> {
  const { rows } = await sql<{ refunded: number; credited: number }>`
    select (select coalesce(sum(amount), 0) from refund where order_id = ${order}::uuid)::int
        + (select coalesce(sum(amount), 0) from ledger_entry
          where order_id = ${order}::uuid and account_id is not null and reason = 'refunded')::int as refunded,
      ${creditedFor(sql`${order}::uuid`)}::int as credited`.execute(db)
  const { refunded, credited } = rows[0]!
  return { refunded: money(refunded), credited: money(credited) }
}

/** The credit that was given for an order. The value of exchanged tickets is not: it is spent in the transaction that credits it. */
const creditedFor = (order: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select coalesce(sum(e.amount), 0) from ledger_entry e
  where e.order_id = ${order} and e.account_id is not null and e.reason = 'returned' and not exists (
    select from ledger_entry s where s.account_id = e.account_id and s.reason = 'spent' and s.at = e.at))`

/** Kinds with a fixed name, such as refund protection, have an empty name: the screens translate it. */
const nameOf = ({ kind, name }: Pick<ItemRow, 'kind' | 'name'>): string => (hasFixedName(kind) ? '' : name)

type ItemRow = Selectable<OrderItemTable>
const toItem = (row: ItemRow): Order['items'][number] => ({
  id: row.id,
  ...parseItemDetail(row.kind, row.detail),
  name: nameOf(row),
  quantity: row.quantity,
  performance: row.performance_id,
  amount: money(row.amount),
  fee: money(row.fee),
  isReturned: row.returned_at !== null,
})

/** Lists a customer's orders, newest first, with all that they bought: returned tickets and items too. */
export async function listOrders({ db, catalogue }: OrderDeps, customer: string): Promise<OrderSummary[]> {
  const { rows } = await sql<ListedOrder>`
    select o.number, o.state, o.placed_at as "placedAt", o.total, coalesce(t.count, 0)::int as count,
      coalesce(t.performances, '{}') as performances, coalesce(i.items, '[]') as items,
      (select jsonb_agg(name order by position) from order_package where order_id = o.id) as packages,
      o.id in (select r.order_id from reservation r join group_booking g on g.reservation_id = r.id
        where r.customer_id = ${customer}::uuid and r.order_id is not null) as "isGroup",
      ${creditedFor(sql`o.id`)}::int as credited
    from customer_order o
    left join lateral (
      select count(*) as count, array_agg(distinct performance_id) as performances from ticket where order_id = o.id) t on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'quantity', quantity) order by position) as items
      from order_item where order_id = o.id) i on true
    where o.customer_id = ${customer}::uuid order by o.placed_at desc`.execute(db)
  return Promise.all(
    rows.map(async ({ performances: ids, packages, items, placedAt, total, credited, isGroup, ...order }) => {
      const performances = await Promise.all(ids.map(async (id) => (await catalogue.performanceDetails(id))!))
      const [first] = performances.toSorted((a, b) => a.startsAt - b.startsAt)
      return {
        ...order,
        placedAt: placedAt.toISOString(),
        ...(first ? titleOf(first.production) : { title: null }),
        firstAt: first ? new Date(first.startsAt).toISOString() : null,
        timeZone: first?.timeZone ?? null,
        hall: first?.hall ?? null,
        ...(packages && { packages }),
        ...(isGroup && { isGroup }),
        items: items.map((item) => ({ kind: item.kind, name: nameOf(item), quantity: item.quantity })),
        total: money(total),
        credited: money(credited),
      }
    }),
  )
}

type ListedOrder = Pick<OrderSummary, 'number' | 'count' | 'items'> & {
  readonly state: OrderSummary['state']
  readonly placedAt: Date
  readonly total: number
  readonly credited: number
  readonly packages: TranslatedText[] | null
  readonly isGroup: boolean
  readonly performances: readonly string[]
}
