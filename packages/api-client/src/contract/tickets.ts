import { z } from 'zod'
import { instantSchema } from '@playhouse/domain/time'
import { wallets } from '@playhouse/domain/ticket'
import { endpoint, fileSchema } from './endpoint.ts'
import { ticketSchema } from './me.ts'

const ofOrder = z.strictObject({ number: z.string().max(40) })
const ofTicket = ofOrder.extend({ pass: z.string().max(60) })
/** Tickets of one order. */
const ticketSelection = z.strictObject({ tickets: z.array(z.string().max(60)).min(1).max(50) })
/** Valid share links of an order. */
const linksSchema = z.strictObject({ links: z.array(z.strictObject({ ticket: z.string(), url: z.url(), sharedAt: instantSchema })) })

/** A ticket for admission, without its price. */
const shownSchema = ticketSchema.omit({ price: true, voucher: true })
const heldTicketSchema = shownSchema.extend({ order: z.string() })
/** A paid ticket with the number of its order, without its price. */
export type HeldTicket = z.infer<typeof heldTicketSchema>
/** Tickets with the id of their customer, so that a device deletes them when another customer signs in. */
const heldTicketsSchema = z.strictObject({ customer: z.string(), tickets: z.array(heldTicketSchema) })
/** Paid tickets of one customer, for offline use. */
export type HeldTickets = z.infer<typeof heldTicketsSchema>

const sharedTicketSchema = z.strictObject({ ticket: shownSchema, sharedBy: z.string() })
/** A ticket opened by its share link, with the first name of the customer who shared it. */
export type SharedTicket = z.infer<typeof sharedTicketSchema>

/** Endpoints of paid tickets: offline copies, phone wallets and share links. */
export const tickets = {
  held: endpoint('GET', '/me/tickets', {
    summary: 'My tickets of performances that are not over, the next one first, for offline use',
    access: 'customer',
    byLink: true,
    reply: heldTicketsSchema,
    problems: ['login-required', 'orders-not-loaded'],
  }),
  wallet: endpoint('GET', '/me/orders/:number/wallet/:pass', {
    summary: "The URL that adds a ticket to a phone's wallet; `pass` is the ticket's id",
    access: 'customer',
    byLink: true,
    params: ofTicket,
    query: z.strictObject({ wallet: z.enum(wallets) }),
    reply: z.strictObject({ url: z.url() }),
    problems: ['login-required', 'order-not-found'],
  }),
  applePass: endpoint('GET', '/me/orders/:number/wallet/:pass/ticket.pkpass', {
    summary: 'A ticket as a signed Apple Wallet pass',
    access: 'customer',
    byLink: true,
    params: ofTicket,
    reply: fileSchema,
    file: 'application/vnd.apple.pkpass',
    problems: ['login-required', 'order-not-found'],
  }),
  links: endpoint('GET', '/me/orders/:number/share', {
    summary: 'The valid share links of an order',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  share: endpoint('POST', '/me/orders/:number/share', {
    summary: 'Create a share link for each ticket; a ticket that is already shared keeps its link. Needs an account',
    access: 'customer',
    params: ofOrder,
    body: ticketSelection,
    reply: linksSchema,
    problems: ['login-required', 'not-allowed', 'order-not-found'],
  }),
  unshare: endpoint('DELETE', '/me/orders/:number/share', {
    summary: 'Revoke the share links of these tickets at once',
    access: 'customer',
    byLink: true,
    params: ofOrder,
    body: ticketSelection,
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  shared: endpoint('POST', '/shared', {
    summary: 'A shared ticket, without its price. A POST, so that proxies do not log the token',
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    reply: sharedTicketSchema,
    problems: ['shared-ticket-link-broken'],
  }),
}
