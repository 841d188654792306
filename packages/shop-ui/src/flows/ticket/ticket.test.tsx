// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SharedTicket } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { aBrand, aCustomer, anOrder, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { SharedTicketPage, TicketsPage, YourTicketsPage } from './index.ts'

afterEach(closeScreen)

const routes = [
  { path: '/shared-tickets', element: <SharedTicketPage /> },
  { path: '/your-tickets', element: <YourTicketsPage /> },
  { path: '/tickets', element: <TicketsPage /> },
]
const { price: _, ...sharedTicket }: SharedTicket['ticket'] & { readonly price: unknown } = anOrder().tickets[0]!
const ownTickets = { customer: aCustomer.id, tickets: [{ ...sharedTicket, order: 'B1042' }] }
const token = '2L1571gU4eWKVpVH4a0sK9xy'

/** The part of `CacheStorage` that tickets need. */
function stubCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = (name: string) => stores.get(name) ?? stores.set(name, new Map()).get(name)!
  vi.stubGlobal('caches', {
    open: async (name: string) => ({ put: async (key: string, response: Response) => void open(name).set(key, response) }),
    match: async (key: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.get(key)?.clone(),
    delete: async (name: string) => stores.delete(name),
  })
  return stores
}

describe('a shared ticket', () => {
  it('has its code and the sharer’s name, and no price', async () => {
    const calls = fakeServer({ tickets: { shared: () => ({ ticket: sharedTicket, sharedBy: 'Rosalind' }) } })
    await openScreen({ at: `/shared-tickets#${token}`, routes })
    await screen.findByText(/^Rosalind has shared this ticket with you/)
    expect(screen.getAllByRole('img', { name: 'QR code to show at the door' })).toHaveLength(1)
    expect(document.body.textContent).not.toContain('£')
    expect(calls).toEqual([{ call: 'tickets.shared', path: '/shared', body: { token } }])
  })

  it('is marked as invalid in a test shop', async () => {
    fakeServer({ tickets: { shared: () => ({ ticket: sharedTicket, sharedBy: 'Rosalind' }) } })
    await openScreen({ at: `/shared-tickets#${token}`, routes, brand: { ...aBrand(), isTestShop: true } })
    expect((await screen.findByRole('article')).textContent).toContain('TEST: not a real ticket')
    closeScreen()
    fakeServer({ tickets: { shared: () => ({ ticket: sharedTicket, sharedBy: 'Rosalind' }) } })
    await openScreen({ at: `/shared-tickets#${token}`, routes })
    expect((await screen.findByRole('article')).textContent).not.toContain('TEST')
  })

  it('shows that its link is invalid, and a contact', async () => {
    fakeServer({ tickets: { shared: () => refuse(problem('shared-ticket-link-broken')) } })
    await openScreen({ at: `/shared-tickets#${token}`, routes })
    await screen.findByText("This ticket link doesn't work")
    expect(screen.getByRole('link', { name: 'Where are your tickets?' })).toBeTruthy()
  })

  it('sends no request for an incomplete link', async () => {
    const calls = fakeServer({})
    await openScreen({ at: '/shared-tickets#short', routes })
    await screen.findByRole('heading', { name: 'This link is not whole' })
    expect(calls).toEqual([])
  })
})

describe('tickets for the door', () => {
  it('are stored on the device, and shown from there when offline or signed out', async () => {
    const stores = stubCaches()
    fakeServer({ tickets: { held: () => ownTickets } })
    await openScreen({ at: '/your-tickets', routes })
    await screen.findByText('Order B1042')
    await waitFor(() => expect(stores.get('tickets')?.size).toBe(1))
    for (const [code, title] of [
      ['service-unavailable', 'You are off the network'],
      ['login-required', 'You are signed out'],
    ] as const) {
      closeScreen()
      const cache = stores.get('tickets')!
      stubCaches().set('tickets', cache)
      fakeServer({ tickets: { held: () => refuse(problem(code)) } })
      await openScreen({ at: '/your-tickets', routes })
      await screen.findByText(title)
      expect(screen.getByText('Order B1042')).toBeTruthy()
    }
  })

  it('redirects an anonymous visitor without stored tickets to the sign-in', async () => {
    stubCaches()
    fakeServer({ tickets: { held: () => refuse(problem('login-required')) } })
    const { address } = await openScreen({ at: '/your-tickets', routes })
    await waitFor(() => expect(address()).toBe('/login?next=/your-tickets'))
  })

  it('shows that there are none', async () => {
    stubCaches()
    fakeServer({ tickets: { held: () => ({ ...ownTickets, tickets: [] }) } })
    await openScreen({ at: '/your-tickets', routes })
    expect(await screen.findByText('You have no tickets for a coming performance.')).toBeTruthy()
  })
})

it('links to the tickets', async () => {
  fakeServer({})
  await openScreen({ at: '/tickets', routes, customer: aCustomer })
  expect((await screen.findByRole('link', { name: 'Tickets for the door' })).getAttribute('href')).toBe('/your-tickets')
})
