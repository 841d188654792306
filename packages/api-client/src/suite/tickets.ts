import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { code, type PaymentSuite, payFor, register, value } from './visitor.ts'

/** Paid tickets: offline copies, share links and PDF. */
export function describeTickets({ visitor, ready, pay }: PaymentSuite): void {
  const bought = async (client: ApiClient, ...seats: number[]): Promise<string> => payFor(client, await ready(client, ...seats), pay)
  const tokenOf = (url: string): string => new URL(url).hash.slice(1)

  it('returns tickets of future performances without prices to their customer only', async () => {
    const client = visitor()
    expect(code(await client.tickets.held())).toBe('login-required')
    const number = await bought(client, 60, 61)
    const { tickets } = value(await client.tickets.held())
    expect(tickets.map(({ order }) => order)).toEqual([number, number])
    expect(tickets[0]).not.toHaveProperty('price')
    const otherVisitor = visitor()
    value(await register(otherVisitor))
    expect(value(await otherVisitor.tickets.held()).tickets).toEqual([])
  })

  it('shares a ticket by a link that needs no account, until it is revoked', async () => {
    const client = visitor()
    const number = await bought(client, 62, 63)
    const params = { number }
    const [first, second] = value(await client.me.order({ params })).tickets
    expect(value(await client.tickets.links({ params })).links).toEqual([])
    const { links } = value(await client.tickets.share({ params, body: { tickets: [first!.id] } }))
    expect(links).toMatchObject([{ ticket: first!.id }])
    const token = tokenOf(links[0]!.url)
    const friend = visitor()
    const shared = value(await friend.tickets.shared({ body: { token } }))
    expect(shared).toMatchObject({ sharedBy: 'Ada', ticket: { id: first!.id, qr: first!.qr } })
    expect(JSON.stringify(shared)).not.toMatch(/"price"|Quill|example\.org/)

    const share = value(await client.tickets.share({ params, body: { tickets: [first!.id, second!.id, second!.id] } }))
    expect(share.links).toHaveLength(2)
    expect(share.links.find(({ ticket }) => ticket === first!.id)?.url).toBe(links[0]!.url)
    expect(value(await client.tickets.unshare({ params, body: { tickets: [first!.id] } })).links).toMatchObject([{ ticket: second!.id }])
    expect(code(await friend.tickets.shared({ body: { token } }))).toBe('shared-ticket-link-broken')
    const newLink = value(await client.tickets.share({ params, body: { tickets: [first!.id] } }))
    expect(newLink.links.map(({ url }) => tokenOf(url))).not.toContain(token)
  })

  it('rejects sharing tickets of another customer, and invalid share links', async () => {
    const [owner, thief] = [visitor(), visitor()]
    const number = await bought(owner, 64)
    const params = { number }
    const [ticket] = value(await owner.me.order({ params })).tickets
    const body = { tickets: [ticket!.id] }
    expect(code(await thief.tickets.share({ params, body }))).toBe('login-required')
    const thiefsOrder = await bought(thief, 65)
    for (const response of [
      await thief.tickets.share({ params, body }),
      await thief.tickets.share({ params: { number: thiefsOrder }, body }),
      await thief.tickets.unshare({ params, body }),
      await thief.tickets.links({ params }),
      await thief.tickets.wallet({ params: { number, pass: ticket!.id }, query: { wallet: 'apple' } }),
      await thief.tickets.applePass({ params: { number, pass: ticket!.id } }),
      await owner.tickets.share({ params, body: { tickets: [ticket!.id, 'none'] } }),
    ])
      expect(code(response)).toBe('order-not-found')
    expect(value(await owner.tickets.links({ params })).links).toEqual([])
    expect(code(await owner.tickets.shared({ body: { token: 'a'.repeat(32) } }))).toBe('shared-ticket-link-broken')
    expect(code(await owner.tickets.shared({ body: { token: 'short' } }))).toBe('invalid-input')
  })

  it('returns page-not-found for a wallet that is not configured', async () => {
    const client = visitor()
    const number = await bought(client, 66)
    const [ticket] = value(await client.me.order({ params: { number } })).tickets
    for (const wallet of ['apple', 'google'] as const)
      expect(code(await client.tickets.wallet({ params: { number, pass: ticket!.id }, query: { wallet } }))).toBe('page-not-found')
    expect(value(await client.site.site()).wallets).toBeUndefined()
  })

  it('returns a PDF in both print layouts', async () => {
    const client = visitor()
    const number = await bought(client, 67)
    for (const layout of ['ticket-per-page', 'performance-per-page'] as const) {
      const pdf = value(await client.me.ticketsPdf({ params: { number }, ...{ query: { layout } } }))
      expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
    }
  })
}
