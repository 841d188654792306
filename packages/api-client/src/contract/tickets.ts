import { z } from 'zod'
import { instantSchema } from '@playhouse/domain/time'
import { wallets } from '@playhouse/domain/ticket'
import { endpoint, fileSchema } from './endpoint.ts'
import { ticketSchema } from './me.ts'

const ofOrder = z.strictObject({ number: z.string().max(40) })
const ofTicket = ofOrder.extend({ pass: z.string().max(60) })
/** Tickets of one order. */
const chosen = z.strictObject({ tickets: z.array(z.string().max(60)).min(1).max(50) })
/** The links of an order that work. */
const linksSchema = z.strictObject({ links: z.array(z.strictObject({ ticket: z.string(), url: z.url(), sharedAt: instantSchema })) })

/** A ticket as it is shown at the door: without what was paid for it. */
const shownSchema = ticketSchema.omit({ price: true })
const heldTicketSchema = shownSchema.extend({ order: z.string() })
export type HeldTicket = z.infer<typeof heldTicketSchema>
/** Whose they are, so that a device keeps nobody's tickets for somebody else. */
const heldTicketsSchema = z.strictObject({ customer: z.string(), tickets: z.array(heldTicketSchema) })
export type HeldTickets = z.infer<typeof heldTicketsSchema>

const sharedTicketSchema = z.strictObject({ ticket: shownSchema, sharedBy: z.string() })
export type SharedTicket = z.infer<typeof sharedTicketSchema>

/** Tickets in people's hands: at the door, in their phone's wallet, and passed on to others. */
export const tickets = {
  held: endpoint('GET', '/me/tickets', {
    summary: 'My tickets of evenings that are not over, the next one first: what a phone keeps for the door',
    access: 'customer',
    byLink: true,
    reply: heldTicketsSchema,
    problems: ['login-required', 'orders-not-loaded'],
  }),
  wallet: endpoint('GET', '/me/orders/:number/wallet/:pass', {
    summary: "Where a ticket is put into the phone's wallet; `pass` is the ticket's id",
    access: 'customer',
    byLink: true,
    params: ofTicket,
    query: z.strictObject({ wallet: z.enum(wallets) }),
    reply: z.strictObject({ url: z.url() }),
    problems: ['login-required', 'order-not-found'],
  }),
  applePass: endpoint('GET', '/me/orders/:number/wallet/:pass/ticket.pkpass', {
    summary: "A ticket as a signed pass of Apple's wallet",
    access: 'customer',
    byLink: true,
    params: ofTicket,
    reply: fileSchema,
    file: 'application/vnd.apple.pkpass',
    problems: ['login-required', 'order-not-found'],
  }),
  links: endpoint('GET', '/me/orders/:number/share', {
    summary: 'The links of an order that work',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  share: endpoint('POST', '/me/orders/:number/share', {
    summary: 'A link for each ticket that somebody else may show at the door; one that is shared already keeps its link',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    body: chosen,
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  unshare: endpoint('DELETE', '/me/orders/:number/share', {
    summary: 'Take the links of these tickets back: they are dead at once',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    body: chosen,
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  shared: endpoint('POST', '/shared', {
    summary: 'A shared ticket, without what was paid for it. A POST, so that the token is in no address that proxies log',
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    reply: sharedTicketSchema,
    problems: ['shared-ticket-link-broken'],
  }),
}
