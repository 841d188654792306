import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SharedTicket } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { sanitizeLine } from '@playhouse/domain/sanitize'
import { audit, type Database, transact } from '#db'
import type { Actor } from '#modules/basket'
import { type OrderDeps, readOrderById } from '#modules/order'

/** A valid link, and the ticket that it shows. */
export type ShareLink = { readonly ticket: string; readonly token: string; readonly sharedAt: Date }
/** Tickets of a customer's order. `number`: the order number. */
export type ShareRequest = { readonly customer: string; readonly number: string; readonly tickets: readonly string[] }
type ShareResult = Result<ShareLink[], Problem<'order-not-found'>>

/** 192 random bits: a link cannot be guessed. */
const newToken = (): string => randomBytes(24).toString('base64url')

/** Creates a link for each ticket. A shared ticket keeps its link. @returns all links of the order */
export function shareTickets({ db }: Pick<OrderDeps, 'db'>, shareRequest: ShareRequest, actor: Actor): Promise<ShareResult> {
  return changeLinks(db, shareRequest, async (trx, order, tickets) => {
    const insertedShares = await trx
      .insertInto('shared_ticket')
      .values(tickets.map((ticket) => ({ token: newToken(), ticket_id: ticket, revoked_at: null })))
      .onConflict((conflict) => conflict.column('ticket_id').where('revoked_at', 'is', null).doNothing())
      .returning('ticket_id')
      .execute()
    await auditShare(trx, order, 'share', insertedShares, actor)
  })
}

/** Revokes the links of these tickets at once. Ignores tickets that are not shared. @returns the remaining links of the order */
export function revokeLinks({ db }: Pick<OrderDeps, 'db'>, shareRequest: ShareRequest, actor: Actor): Promise<ShareResult> {
  return changeLinks(db, shareRequest, async (trx, order, tickets) => {
    const revokedShares = await trx
      .updateTable('shared_ticket')
      .set({ revoked_at: sql<Date>`now()` })
      .where('ticket_id', 'in', tickets)
      .where('revoked_at', 'is', null)
      .returning('ticket_id')
      .execute()
    await auditShare(trx, order, 'unshare', revokedShares, actor)
  })
}

/** Lists the valid links of a customer's order. @returns `order-not-found` for another customer's order */
export async function listLinks({ db }: Pick<OrderDeps, 'db'>, customer: string, number: string): Promise<ShareResult> {
  const order = await findConfirmedOrder(db, customer, number)
  return order ? ok(await readLinks(db, order)) : fail(problem('order-not-found'))
}

/** Finds the ticket of a link. @returns the ticket and the first name of the customer who shared it; undefined for an invalid link or ticket */
export async function findSharedTicket(deps: OrderDeps, token: string): Promise<SharedTicket | undefined> {
  const row = await deps.db
    .selectFrom('shared_ticket')
    .innerJoin('ticket', 'ticket.id', 'shared_ticket.ticket_id')
    .select(['ticket.id', 'ticket.order_id'])
    .where('shared_ticket.token', '=', token)
    .where('shared_ticket.revoked_at', 'is', null)
    .where('ticket.returned_at', 'is', null)
    .executeTakeFirst()
  const fullOrder = row && (await readOrderById(deps, row.order_id))
  const ticket = fullOrder?.order.tickets.find(({ id }) => id === row?.id)
  if (!fullOrder || !ticket) return undefined
  const { price: _, voucher: __, ...sharedTicket } = ticket
  return { ticket: sharedTicket, sharedBy: sanitizeLine(fullOrder.customer.firstName) }
}

/** Changes links where all tickets belong to the order and the order to the customer; else nothing. */
function changeLinks(
  db: Kysely<Database>,
  { customer, number, tickets }: ShareRequest,
  work: (trx: Transaction<Database>, order: string, tickets: string[]) => Promise<void>,
): Promise<ShareResult> {
  return transact(db, async (trx): Promise<ShareResult> => {
    const order = await findConfirmedOrder(trx, customer, number)
    const ids = new Set(tickets)
    const ownTickets = order
      ? await trx.selectFrom('ticket').select('id').where('order_id', '=', order).where('returned_at', 'is', null).orderBy('id').execute()
      : []
    const chosenIds = ownTickets.map(({ id }) => id).filter((id) => ids.has(id))
    if (!order || chosenIds.length < ids.size) return fail(problem('order-not-found'))
    await work(trx, order, chosenIds)
    return ok(await readLinks(trx, order))
  })
}

async function findConfirmedOrder(db: Kysely<Database>, customer: string, number: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('customer_order')
    .select('id')
    .where('number', '=', number)
    .where('customer_id', '=', customer)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  return order?.id
}

async function readLinks(db: Kysely<Database>, order: string): Promise<ShareLink[]> {
  const rows = await db
    .selectFrom('shared_ticket')
    .innerJoin('ticket', 'ticket.id', 'shared_ticket.ticket_id')
    .select(['ticket.id', 'shared_ticket.token', 'shared_ticket.shared_at'])
    .where('ticket.order_id', '=', order)
    .where('ticket.returned_at', 'is', null)
    .where('shared_ticket.revoked_at', 'is', null)
    .orderBy('ticket.id')
    .execute()
  return rows.map(({ id, token, shared_at }) => ({ ticket: id, token, sharedAt: shared_at }))
}

/** Audits shared and revoked tickets, without the tokens. */
const auditShare = (
  trx: Transaction<Database>,
  order: string,
  verb: 'share' | 'unshare',
  tickets: readonly { readonly ticket_id: string }[],
  actor: Actor,
): Promise<void> =>
  audit(
    trx,
    ...tickets.map(({ ticket_id }) => ({
      actor: actor.name,
      requestId: actor.requestId,
      subject: 'ticket',
      subjectId: ticket_id,
      verb,
      detail: { order },
    })),
  )
