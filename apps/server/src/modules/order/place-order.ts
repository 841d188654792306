import type { Selectable, Transaction, Updateable } from 'kysely'
import { auditBy, type CustomerOrderTable, type Database, newId, type PaymentAttemptTable, publish, type QuotedItem } from '#db'
import { type Actor, type BasketRow, findReservedItemProblem, moveBasket, seatsByPerformance, ticketsOf } from '#modules/basket'
import type { Catalogue } from '#modules/catalogue'
import { readAccountGiftAid } from '#modules/consent'
import { bookingMember } from '#modules/household'
import { itemModules, type SaleGiftAid } from '#modules/item'
import { spendReserved } from '#modules/ledger'
import { confirmPromo, releasePromo, typedCodeOf } from '#modules/promo'
import { confirmReservation } from '#modules/reservation'
import { areVouchersLeft } from '#modules/subscription'
import { sellSeats } from '#modules/seating'
import { newOrderNumber, newQrCode } from '#modules/ticket'
import { isGiftAided } from '@playhouse/domain/giving'
import { isItemKind, type ItemKind } from '@playhouse/domain/item-kind'
import { termsUsedBy } from '@playhouse/domain/stored-detail'
import { money, zero } from '@playhouse/domain/money'
import { addOnOrderNumber } from '@playhouse/domain/order'
import { placeName } from '@playhouse/domain/plan'
import { applyPayment } from '@playhouse/domain/pricing'
import { stockKeyOf } from '@playhouse/domain/product'
import { returnTickets } from './return-order.ts'

type Attempt = Selectable<PaymentAttemptTable>

/**
 * Turns a basket into an order with its tickets, in the transaction of the payment: `confirmed` when it is paid, `confirming`
 * while a debit is pending.
 * @returns false where a seat, an item or the promo code is no longer available, the order that it adds to is not confirmed, or another
 * payment has reserved for its tickets: the caller must roll the transaction back
 */
export async function placeOrder(
  trx: Transaction<Database>,
  catalogue: Catalogue,
  basket: BasketRow,
  attempt: Attempt,
  state: 'confirming' | 'confirmed',
  actor: Actor,
): Promise<boolean> {
  const id = newId()
  const { quote } = attempt
  const number = quote.addsTo === undefined ? newOrderNumber() : await numberAddOnOrder(trx, quote.addsTo)
  if (number === undefined || (await exceedsReservations(trx, quote))) return false
  const buyer = { basket: basket.id, customer: attempt.customer_id }
  if (!(await areVouchersLeft(trx, basket.id, quote.tickets, quote.exchange?.tickets))) return false
  const codes = [...(quote.promo === undefined ? [] : [quote.promo]), ...(quote.offers ?? [])]
  for (const code of codes.toSorted())
    if (
      !(await confirmPromo(
        trx,
        { code, tickets: quote.discountedTickets?.[code] },
        { ...buyer, ...(code === quote.promo && typedCodeOf(quote)) },
        id,
        actor,
      ))
    )
      return false
  if (!(await areItemsAvailable(trx, attempt))) return false
  await readCurrentPlans(trx, catalogue, quote)
  const tickets = await currentSeats(trx, basket, attempt)
  if (!tickets) return false
  const totals = state === 'confirmed' ? applyPayment(quote.totals, money(attempt.amount)) : quote.totals
  for (const seatSet of seatsByPerformance(tickets.map((ticket) => ({ performance_id: ticket.performance, seat: ticket.seat }))))
    if (!(await sellSeats(trx, basket.id, seatSet, id))) return false
  if (!(await sellItems(trx, basket.id, attempt))) return false

  const packages = packageRows(id, quote)
  const ticketRows = await Promise.all(
    tickets.map(async (ticket) => ({
      ...(await ticketRow(catalogue, id, ticket)),
      order_package_id: ticket.package === undefined ? null : (packages.get(ticket.package)?.id ?? null),
    })),
  )
  const items = itemRows(id, quote)
  const insertOrder = trx.insertInto('customer_order').values({
    id,
    number,
    customer_id: attempt.customer_id,
    basket_id: basket.id,
    attempt_id: attempt.id,
    adds_to: quote.addsTo ?? null,
    state,
    total: quote.totals.total,
    paid: state === 'confirmed' ? totals.paid : zero,
    totals: JSON.stringify(totals),
    delivery: JSON.stringify(quote.delivery),
    billing: quote.billing ? JSON.stringify(quote.billing) : null,
    notes: JSON.stringify(quote.notes),
    locale: attempt.locale,
    channel: basket.staff_id === null ? 'web' : 'box-office',
    staff_id: basket.staff_id,
    booked_for: basket.staff_id === null ? bookingMember(attempt.customer_id) : null,
  })
  const orderLines = quote.lines.map(({ vatBasisPoints = null, levy: _levy, ...line }, position) => ({
    ...{ order_id: id, position, ...line, vat_basis_points: vatBasisPoints },
  }))
  const detail = { number, total: quote.totals.total }
  // Pipelined in this order: the rows refer to earlier ones.
  await Promise.all([
    insertOrder.execute(),
    items.length > 0 && trx.insertInto('order_item').values(items).execute(),
    trx.insertInto('order_line').values(orderLines).execute(),
    packages.size > 0 &&
      trx
        .insertInto('order_package')
        .values([...packages.values()])
        .execute(),
    ticketRows.length > 0 && trx.insertInto('ticket').values(ticketRows).execute(),
    moveBasket(trx, basket, 'complete', actor, { order: number }),
    basket.reservation_id !== null && confirmReservation(trx, basket.reservation_id, id, actor),
    auditBy(trx, actor, { subject: 'order', subjectId: id, verb: 'confirm', from: 'completing', to: state, detail }),
    state === 'confirmed' && fulfilOrder(trx, attempt, { id, items }, actor),
  ])
  return true
}

/** The number of the next order that adds to this one. @returns undefined where it is not confirmed any more */
async function numberAddOnOrder(trx: Transaction<Database>, order: string): Promise<string | undefined> {
  const first = await trx
    .updateTable('customer_order')
    .set((eb) => ({ add_ons: eb('add_ons', '+', 1) }))
    .where('id', '=', order)
    .where('state', '=', 'confirmed')
    .returning(['number', 'add_ons'])
    .executeTakeFirst()
  return first && addOnOrderNumber(first.number, first.add_ons)
}

/** Whether the reservations of a quote that adds to an order exceed its tickets by now. The caller has locked that order. */
const exceedsReservations = async (trx: Transaction<Database>, { addsTo, items = [] }: Attempt['quote']): Promise<boolean> =>
  addsTo !== undefined &&
  (await findReservedItemProblem(
    trx,
    { adds_to_order: addsTo },
    [],
    items.map(({ quantity = 1, detail }) => ({ quantity, detail })),
  )) !== undefined

/**
 * The tickets of a quote with their current seats. Where a performance got another plan since the payment was started, the quote has indices
 * of the former plan: its basket has those of the current one. The caller has locked the performances.
 * @returns undefined where the basket has ended or lost one of these tickets, so that its seats have not moved
 */
async function currentSeats(
  trx: Transaction<Database>,
  basket: BasketRow,
  { quote: { tickets }, created_at }: Attempt,
): Promise<Attempt['quote']['tickets'] | undefined> {
  if (tickets.length === 0) return tickets
  const performances = [...new Set(tickets.map(({ performance }) => performance))]
  const rows = await trx
    .selectFrom('performance')
    .select('id')
    .where('id', 'in', performances)
    .where('replanned_at', '>=', created_at)
    .execute()
  if (rows.length === 0) return tickets
  if (basket.state !== 'open' && basket.state !== 'paying') return undefined
  const seats = new Map((await ticketsOf(trx, basket.id)).map(({ id, seat }) => [id, seat]))
  const current = tickets.map((ticket) => ({
    ...ticket,
    seat: rows.some(({ id }) => id === ticket.performance) ? seats.get(ticket.id) : ticket.seat,
  }))
  return current.every((ticket): ticket is typeof ticket & { seat: number } => ticket.seat !== undefined) ? current : undefined
}

/**
 * Reads the catalogue again if this process does not know the current plans of the performances in a quote yet: tickets get their texts
 * from them. The caller has locked the performances.
 */
async function readCurrentPlans(trx: Transaction<Database>, catalogue: Catalogue, quote: Attempt['quote']): Promise<void> {
  const performances = [...new Set(quote.tickets.map(({ performance }) => performance))]
  if (performances.length === 0) return
  const rows = await trx.selectFrom('performance').select(['id', 'plan_version']).where('id', 'in', performances).execute()
  const areKnown = async (): Promise<boolean> => {
    for (const { id, plan_version } of rows) if ((await catalogue.performanceDetails(id))?.planVersion !== plan_version) return false
    return true
  }
  if (await areKnown()) return
  await catalogue.refresh()
  if (!(await areKnown())) throw new Error('the plan of a sold performance is not in the catalogue yet')
}

async function areItemsAvailable(trx: Transaction<Database>, { quote, customer_id }: Attempt): Promise<boolean> {
  const terms = (quote.items ?? []).flatMap(({ detail }) => termsUsedBy(detail))
  if (new Set(terms).size < terms.length) return false
  for (const item of quote.items ?? []) if ((await itemModules[item.kind].isAvailable?.(trx, item, customer_id)) === false) return false
  return true
}

/** The quoted items in the order in which their stocks are locked. */
const inStockOrder = ({ quote }: Attempt) =>
  (quote.items ?? []).toSorted((a, b) => (stockKeyOf(a.product ?? '') < stockKeyOf(b.product ?? '') ? -1 : 1))

/** Sells the stock of the quoted items. @returns false where an item is no longer available */
async function sellItems(trx: Transaction<Database>, basket: string, attempt: Attempt): Promise<boolean> {
  for (const item of inStockOrder(attempt)) if ((await itemModules[item.kind].sell?.(trx, item, basket)) === false) return false
  return true
}

/** The rows of the quoted items of an order. They have the positions of their lines, which are in the same order. */
function itemRows(order: string, { lines, items = [] }: Attempt['quote']) {
  const itemLines = lines.flatMap((line, position) => (isItemKind(line.kind) ? [{ ...line, position }] : []))
  if (itemLines.length !== items.length) throw new Error(`order ${order}: ${items.length} items and ${itemLines.length} lines of items`)
  return items.map(({ kind, amount, detail, product = null, quantity = 1, performance = null }, nth) => {
    const { position, ref: name, fee } = itemLines[nth]!
    const columns = { order_id: order, position, kind, product, name, quantity, performance_id: performance, amount, fee }
    return { ...columns, id: newId(), detail: detail && JSON.stringify(detail) }
  })
}

/** The rows of the quoted packages, by their ids in the basket. */
const packageRows = (order: string, { packages = [] }: Attempt['quote']) =>
  new Map(
    packages.map(({ id, package: package_id, kind, name, choice, saved }, position) => [
      id,
      {
        ...{ id: newId(), order_id: order, position, package_id, kind, saved },
        ...{ name: JSON.stringify(name), choice: JSON.stringify(choice) },
      },
    ]),
  )

/** Spends the reserved stored value, fulfils the items and queues the confirmation mail. `items`: in the order of the quote. */
async function fulfilOrder(
  trx: Transaction<Database>,
  attempt: Attempt,
  { id: order, items }: { readonly id: string; readonly items: readonly { readonly id: string }[] },
  actor: Actor,
): Promise<void> {
  const { quote, customer_id: customer } = attempt
  const giftAid = giftAidOf(trx, attempt)
  // Items of one kind take effect one after the other: a second term of a membership follows the first.
  const kinds = Map.groupBy(
    items.map(({ id }, nth) => ({ id, item: quote.items![nth]! })),
    ({ item }) => item.kind,
  )
  const settleKind = async (kind: ItemKind, sold: readonly { readonly id: string; readonly item: QuotedItem }[]): Promise<void> => {
    for (const { id, item } of sold) await itemModules[kind].settle?.(trx, item, { item: id, order, customer, giftAid }, actor)
  }
  await Promise.all([
    giftAid,
    spendReserved(trx, attempt.id, order, actor),
    ...[...kinds].map(([kind, sold]) => settleKind(kind, sold)),
    publish(trx, 'mail.order-confirmed', order, { order }),
  ])
}

/**
 * The Gift Aid of an order at its confirmation. A declaration of the account that was made or withdrawn while the payment was open
 * counts. The answer for this order does not change.
 */
async function giftAidOf(trx: Transaction<Database>, { quote, customer_id }: Attempt): Promise<SaleGiftAid> {
  const { giftAid = false, giftAidAnswer } = quote
  // Attempts of older versions have only the result.
  if (giftAidAnswer === undefined) return { isClaimed: giftAid, answer: giftAid ? true : null }
  const hasDonation = quote.items?.some(({ kind }) => kind === 'donation') ?? false
  const account = giftAidAnswer === null && hasDonation ? await readAccountGiftAid(trx, customer_id) : undefined
  return { isClaimed: isGiftAided(giftAidAnswer, account), answer: giftAidAnswer }
}

/** Confirms an order whose debit was paid. @returns false where the order is not `confirming`, or an item is no longer available */
export async function confirmOrder(trx: Transaction<Database>, attempt: Attempt, actor: Actor): Promise<boolean> {
  if (!(await areItemsAvailable(trx, attempt))) return false
  const totals = applyPayment(attempt.quote.totals, money(attempt.amount))
  const order = await endConfirming(
    trx,
    attempt,
    { state: 'confirmed', paid: totals.paid, totals: JSON.stringify(totals) },
    'complete',
    actor,
  )
  if (!order) return false
  const items = await trx.selectFrom('order_item').select('id').where('order_id', '=', order).orderBy('position').execute()
  await fulfilOrder(trx, attempt, { id: order, items }, actor)
  return true
}

/** Fails an order whose debit was not paid: invalidates its tickets and items, puts the seats on sale, and queues a mail. */
export async function failOrder(trx: Transaction<Database>, attempt: Attempt, actor: Actor): Promise<void> {
  const order = await endConfirming(trx, attempt, { state: 'failed' }, 'fail', actor)
  if (!order) return
  await returnTickets(trx, order)
  // A trigger of the database has marked its items as returned. Only stock was sold with the promise of the debit.
  for (const item of inStockOrder(attempt)) await itemModules[item.kind].cancelSale?.(trx, item)
  await releasePromo(trx, attempt.basket_id, actor)
  await publish(trx, 'mail.order-failed', order, { order })
}

async function endConfirming(
  trx: Transaction<Database>,
  attempt: Attempt,
  end: Partial<Updateable<CustomerOrderTable>> & { readonly state: 'confirmed' | 'failed' },
  verb: 'complete' | 'fail',
  actor: Actor,
): Promise<string | undefined> {
  const order = await trx
    .updateTable('customer_order')
    .set(end)
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'confirming')
    .returning('id')
    .executeTakeFirst()
  if (!order) return undefined
  await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb, from: 'confirming', to: end.state })
  return order.id
}

async function ticketRow(catalogue: Catalogue, order: string, ticket: Selectable<PaymentAttemptTable>['quote']['tickets'][number]) {
  const performanceDetails = (await catalogue.performanceDetails(ticket.performance))!
  const [hall, priceTable] = await Promise.all([
    catalogue.hall(performanceDetails.hall, performanceDetails.planVersion),
    catalogue.priceTable(performanceDetails.priceList),
  ])
  const { plan } = hall!
  const { area, row, number } = placeName(plan, ticket.seat)
  const type = priceTable.list.priceTypes.find(({ id }) => id === ticket.priceType)
  return {
    id: newId(),
    order_id: order,
    performance_id: ticket.performance,
    seat: ticket.seat,
    area,
    row_label: row,
    number,
    entrance: plan.areas[plan.areaOf[ticket.seat]!]!.entrance,
    price_type: ticket.priceType,
    price_type_name: type?.name ?? ticket.priceType,
    proof_at_door: type?.proofAtDoor ? JSON.stringify(type.proofAtDoor) : null,
    price: ticket.price,
    fee: ticket.fee,
    qr: newQrCode(),
    returned_at: null,
    subscription_id: ticket.subscription ?? null,
  }
}
