import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const ofOrder = z.strictObject({ number: z.string().max(40) })
const linksSchema = z.strictObject({ links: z.array(z.strictObject({ ticket: z.string(), url: z.url() })) })

/** What can be done with an order that is there. */
export const orders = {
  wallet: endpoint('GET', '/me/orders/:number/wallet/:pass', {
    summary: "Where a ticket is put into the phone's wallet; `pass` is the ticket's id",
    access: 'customer',
    params: ofOrder.extend({ pass: z.string().max(60) }),
    query: z.strictObject({ wallet: z.enum(['apple', 'google']) }),
    reply: z.strictObject({ url: z.url() }),
    problems: ['login-required', 'order-not-found'],
  }),
  share: endpoint('POST', '/me/orders/:number/share', {
    summary: 'A link for each ticket that somebody else may show at the door',
    access: 'customer',
    params: ofOrder,
    body: z.strictObject({ tickets: z.array(z.string().max(60)).min(1).max(50) }),
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
  unshare: endpoint('DELETE', '/me/orders/:number/share', {
    summary: 'Take all links of the order back',
    access: 'customer',
    params: ofOrder,
    reply: linksSchema,
    problems: ['login-required', 'order-not-found'],
  }),
}
