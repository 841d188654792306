import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ticketSchema } from '../me.ts'

/** Tickets that were passed on: whoever has the link needs no account. */
export const shared = {
  ticket: endpoint('GET', '/shared/:token', {
    summary: 'A shared ticket, without what was paid for it',
    params: z.strictObject({ token: z.string().min(20).max(200) }),
    reply: z.strictObject({ ticket: ticketSchema.omit({ price: true }), sharedBy: z.string() }),
    problems: ['shared-ticket-link-broken'],
  }),
}
