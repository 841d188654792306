import { sql, type Transaction } from 'kysely'
import { audit, type Database, transact } from '#db'
import { extendHolds, moveHolds } from '#modules/seating'
import { type Actor, type BasketRow, findBasket, lockBasket, moveBasket, seatSets, ticketsOf, type TicketRow } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { exceedsTicketLimits } from './ticket-limit.ts'

/** The basket of somebody who has signed in, and what became of another one of theirs. */
export type Adopted = {
  readonly basket: string | undefined
  readonly other?:
    | { readonly became: 'joined'; readonly tickets: number }
    | { readonly became: 'kept-apart'; readonly tickets: number; readonly until: Date }
}
type FilledBasket = { readonly row: BasketRow; readonly tickets: readonly TicketRow[] }

/**
 * The basket of somebody who signs in: the one they filled as a guest, now theirs, with the seats of the one they left
 * behind and what was beside them. Where both together would break a rule the other is kept as it is for as long as it is held. Without a filled
 * basket of the guest it is their last one that is still held: a session that ran out costs nobody their seats.
 */
export async function adoptBasket(deps: BasketDeps, customer: string, guestBasket: string | undefined, actor: Actor): Promise<Adopted> {
  return transact(deps.db, async (trx): Promise<Adopted> => {
    const last = await lastHeld(trx, customer, guestBasket)
    // One order for everybody who locks two.
    const locked = new Map<string, FilledBasket>()
    for (const id of [guestBasket, last].filter((each) => each !== undefined).toSorted()) {
      if (!(await findBasket(trx, id))) continue
      locked.set(id, { row: await lockBasket(trx, id), tickets: await ticketsOf(trx, id) })
    }
    const [guest, own] = [guestBasket ? locked.get(guestBasket) : undefined, last ? locked.get(last) : undefined]
    const isOwnHeld = own !== undefined && isHeld(own)
    if (!guest || !(await isFor(trx, guest.row, customer))) return { basket: isOwnHeld ? own.row.id : undefined }
    if (!isHeld(guest) && isOwnHeld) return { basket: own.row.id }
    await trx.updateTable('basket').set({ customer_id: customer }).where('id', '=', guest.row.id).execute()
    const adopted = { ...guest, row: { ...guest.row, customer_id: customer } }
    if (!isOwnHeld) return { basket: guest.row.id }
    const tickets = own.tickets.length
    if (await join(trx, deps, adopted, own, actor)) return { basket: guest.row.id, other: { became: 'joined', tickets } }
    return { basket: guest.row.id, other: { became: 'kept-apart', tickets, until: own.row.deadline! } }
  })
}

const isHeld = ({ row, tickets }: FilledBasket): boolean =>
  tickets.length > 0 && row.deadline !== null && (row.state === 'paying' || (row.state === 'open' && !row.lapsedNow))

/** Nobody's yet, theirs, or that of a guest who has an account after all. */
async function isFor(trx: Transaction<Database>, { customer_id, state }: BasketRow, customer: string): Promise<boolean> {
  if (customer_id === null || customer_id === customer) return true
  if (state !== 'open') return false
  const guest = await trx.selectFrom('customer').select('id').where('id', '=', customer_id).where('is_guest', '=', true).executeTakeFirst()
  return guest !== undefined
}

/** The customer's newest other basket that still holds seats. What a clerk holds for them is on the counter. */
async function lastHeld(trx: Transaction<Database>, customer: string, guestBasket: string | undefined): Promise<string | undefined> {
  const last = await trx
    .selectFrom('basket')
    .select('id')
    .where('customer_id', '=', customer)
    .where('staff_id', 'is', null)
    .where('state', 'in', ['open', 'paying'])
    .where((eb) => eb.or([eb('state', '=', 'paying'), eb('deadline', '>', sql<Date>`now()`)]))
    .$if(guestBasket !== undefined, (query) => query.where('id', '<>', guestBasket!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}

/** Puts what is in one basket into another, all or none. */
async function join(trx: Transaction<Database>, deps: BasketDeps, into: FilledBasket, from: FilledBasket, actor: Actor): Promise<boolean> {
  const { ticketsPerOrder, maxExtensions } = deps.brand.limits
  if (into.row.state !== 'open' || from.row.state !== 'open') return false
  if (into.tickets.length + from.tickets.length > ticketsPerOrder || hasOwnTerms(from.row)) return false
  const move = (to: string) =>
    trx
      .updateTable('basket_ticket')
      .set({ basket_id: to })
      .where(
        'id',
        'in',
        from.tickets.map(({ id }) => id),
      )
      .execute()
  await move(into.row.id)
  if (await exceedsTicketLimits(trx, deps, into.row, [...into.tickets, ...from.tickets])) {
    await move(from.row.id)
    return false
  }
  const clock = mergeDeadlines(into.row, from.row, maxExtensions)
  for (const set of seatSets(from.tickets)) await moveHolds(trx, { from: from.row.id, to: into.row.id, until: clock.deadline }, set)
  const rest = await moveOtherItems(trx, into.row, from.row)
  const performances = seatSets(into.tickets).map(({ performance }) => performance)
  await extendHolds(trx, into.row.id, performances, clock.deadline)
  await trx
    .updateTable('basket')
    .set((eb) => ({
      ...clock,
      ...rest,
      ...(into.row.billing === null && from.row.billing !== null && { billing: JSON.stringify(from.row.billing) }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', into.row.id)
    .execute()
  await moveBasket(trx, from.row, 'reset', actor, { joined: into.row.id })
  // Where else they are signed in, the same basket is on the table.
  await trx
    .updateTable('session')
    .set({ basket_id: into.row.id })
    .where('customer_id', '=', into.row.customer_id)
    .where('basket_id', '=', from.row.id)
    .execute()
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'basket',
    subjectId: into.row.id,
    verb: 'join',
    from: 'open',
    to: 'open',
    detail: { from: from.row.id, tickets: from.tickets.length },
  })
  return true
}

/** A code or a reserved order is a bargain of its own, about the tickets it was made for. */
const hasOwnTerms = ({ promo, reservation_id }: BasketRow): boolean => promo !== null || reservation_id !== null

/**
 * Puts what one basket holds beside tickets into another: gifts, protection, vouchers and credit to pay with. Of two of a
 * kind the one in `into` stays: it was chosen last.
 */
async function moveOtherItems(
  trx: Transaction<Database>,
  into: BasketRow,
  from: BasketRow,
): Promise<{ gift_aid_answer?: boolean | null; credit_seen?: number }> {
  const { rows: moved } = await sql<{ kind: string }>`
    update basket_item set basket_id = ${into.id} where basket_id = ${from.id}
      and kind not in (select kind from basket_item where basket_id = ${into.id}) returning kind`.execute(trx)
  await sql`
    insert into basket_voucher (basket_id, account_id, seen, added_at)
    select ${into.id}, account_id, seen, added_at from basket_voucher where basket_id = ${from.id} on conflict do nothing`.execute(trx)
  return {
    ...(moved.some(({ kind }) => kind === 'donation') && { gift_aid_answer: from.gift_aid_answer }),
    ...(into.credit_seen === null && from.credit_seen !== null && { credit_seen: from.credit_seen }),
  }
}

/** The later deadline, which counts as more time asked for; where there is none left to ask for, the earlier one. */
function mergeDeadlines(one: BasketRow, other: BasketRow, maxExtensions: number): { deadline: Date; extensions: number } {
  const [early, late] = [one.deadline!, other.deadline!].toSorted((a, b) => a.getTime() - b.getTime()) as [Date, Date]
  const extensions = Math.max(one.extensions, other.extensions)
  if (early.getTime() === late.getTime() || extensions >= maxExtensions) return { deadline: early, extensions }
  return { deadline: late, extensions: extensions + 1 }
}
