import { createHash } from 'node:crypto'
import { newId } from '#db'
import type { TicketRow } from '#modules/basket'

/** The beginning of the ids of all tickets that one wish of a basket is granted: nobody else's are ever called so. */
function idPrefixOf(basket: string, once: string): string {
  const digest = createHash('sha256').update(`${basket} ${once}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(12, 15)}-a${digest.slice(15, 18)}-`
}

/**
 * Ids for tickets. Those of a wish that has a name are made of it (UUIDv8): that it was granted is written with the tickets or
 * not at all, and is forgotten with them.
 */
export function ticketIds(basket: string, once: string | undefined, count: number): string[] {
  if (once === undefined) return Array.from({ length: count }, newId)
  const family = idPrefixOf(basket, once)
  return Array.from({ length: count }, (_, nth) => family + nth.toString(16).padStart(12, '0'))
}

/** Whether something failed for this alone: that the wish was granted in the meantime, to the same press. */
export const isDuplicateRequest = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'basket_ticket_pkey'

/** The tickets that a basket has by a wish. */
export function ticketsOfRequest(basket: string, once: string, tickets: readonly TicketRow[]): TicketRow[] {
  const family = idPrefixOf(basket, once)
  return tickets.filter(({ id }) => id.startsWith(family))
}
