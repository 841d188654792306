import { expect, type Page } from '@playwright/test'
import { findPerformance, expectConfirmed, payByCard } from './journey.ts'

type Person = { readonly email: string; readonly password: string }

/**
 * Buys tickets without the shop's screens: by the API, and paid on the sandbox's page. For journeys that begin with an
 * order. Leaves the page at the confirmation. @returns the order's number
 */
export async function buyQuickly(page: Page, person: Person, count: number, nth = 0, { keepCard = false } = {}): Promise<string> {
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await page.request[method](`/api${path}`, { data })
    expect(response.ok(), `${path} answers ${response.status()}`).toBe(true)
    return response.json()
  }
  await page.goto('/tickets')
  const chosenPerformance = await findPerformance(page, nth)
  await send('post', '/auth/login', person)
  const { address } = await (await page.request.get('/api/me')).json()
  await send('post', `/instances/${chosenPerformance.id}/best-available`, { quantity: count, together: true })
  await send('put', '/basket/delivery', { method: 'print-at-home', address: null })
  await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
  const billing = { firstName: 'Rosalind', lastName: 'Duke', phone: '02079460000', address }
  const { version } = await send('put', '/basket/billing', billing)
  const { redirectUrl } = await send('post', '/checkout', { version })
  await page.goto(redirectUrl)
  if (keepCard) await page.getByRole('checkbox', { name: /keep/i }).check()
  await payByCard(page)
  return expectConfirmed(page, count)
}

/**
 * Fills the cart of a visitor who is signed in to a shop with `BRAND=brooklyn`, and completes each step. @returns the
 * address of the provider's page
 */
export async function startPayment({ request }: Page, origin: string, instance: string): Promise<string> {
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await request[method](`${origin}/api${path}`, { data, headers: { origin: origin } })
    expect(response.ok(), `${path} answers ${response.status()}`).toBe(true)
    return response.json()
  }
  await send('post', `/instances/${instance}/best-available`, { quantity: 1, together: true })
  await send('put', '/basket/delivery', { method: 'print-at-home', address: null })
  const basket = await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
  // A subscription may pay for the ticket, on some dates: then there is nothing to pay at the provider.
  if (basket.subscriptions?.isUsed) await send('put', '/basket/subscriptions', { isUsed: false })
  const address = { line1: '99 Ryerson Street', line2: '', line3: '', city: 'Brooklyn', state: 'NY', postcode: '11205', country: 'US' }
  const { version } = await send('put', '/basket/billing', { firstName: 'Walt', lastName: 'Whitman', phone: '718 555 0142', address })
  return (await send('post', '/checkout', { version })).redirectUrl
}
