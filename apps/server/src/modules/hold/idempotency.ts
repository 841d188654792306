import { createHash } from 'node:crypto'
import { newId } from '#db'
import type { TicketRow } from '#modules/basket'

/** The prefix of all ticket ids of one submission for a basket. */
function idPrefixOf(basket: string, idempotencyKey: string): string {
  const digest = createHash('sha256').update(`${basket} ${idempotencyKey}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(12, 15)}-a${digest.slice(15, 18)}-`
}

/**
 * Ids for new tickets. With an idempotency key they are derived from it (UUIDv8), so that a second insert of the same submission
 * fails.
 */
export function ticketIds(basket: string, idempotencyKey: string | undefined, count: number): string[] {
  if (idempotencyKey === undefined) return Array.from({ length: count }, newId)
  const family = idPrefixOf(basket, idempotencyKey)
  return Array.from({ length: count }, (_, nth) => family + nth.toString(16).padStart(12, '0'))
}

/** Whether an insert failed because the same submission has been processed already. */
export const isDuplicateRequest = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'basket_ticket_pkey'

/** The tickets of a basket that a submission added. */
export function ticketsOfRequest(basket: string, idempotencyKey: string, tickets: readonly TicketRow[]): TicketRow[] {
  const family = idPrefixOf(basket, idempotencyKey)
  return tickets.filter(({ id }) => id.startsWith(family))
}
