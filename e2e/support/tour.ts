import { knownPassword } from '@playhouse/fixtures'
import { expect, type Page } from '@playwright/test'
import { findPerformance } from './journey.ts'

const home = { line1: '1 Stage Door Yard', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9GF', country: 'GB' }

/**
 * Prepares a visitor by the API, in any language, so that every screen has content: signed in, with two tickets in the basket and
 * every checkout step completed.
 * @returns paths of the screens in the order of a visit
 */
export async function prepareTour(page: Page): Promise<string[]> {
  const chosenPerformance = await findPerformance(page, 6)
  const call = async (method: string, path: string, data?: unknown): Promise<unknown> => {
    const response = await page.request.fetch(`/api${path}`, { method, ...(data !== undefined && { data }) })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  await call('POST', '/auth/login', { email: 'rosalind@audience.example', password: knownPassword })
  await call('DELETE', '/basket', {})
  await call('POST', `/instances/${chosenPerformance.id}/best-available`, { quantity: 2, together: true })
  await call('PUT', '/basket/delivery', { method: 'print-at-home', address: null })
  await call('PUT', '/basket/notes', { order: '', access: '', termsAccepted: true })
  await call('PUT', '/basket/billing', { firstName: 'Rosalind', lastName: 'Arden', phone: '020 7946 0101', address: home })
  return [
    '/',
    `/events/${chosenPerformance.event}`,
    chosenPerformance.path,
    `${chosenPerformance.path}/syos/all`,
    `${chosenPerformance.path}/price-selection`,
    `${chosenPerformance.path}/syos/all?list`,
    '/checkout/basket',
    '/checkout/delivery',
    '/checkout/summary',
    '/checkout/billing',
    '/checkout/payment',
    '/account/overview',
    ...accountPages.map((name) => `/account/${name}`),
    '/contributions/memberships',
    '/contributions/memberships/Priority',
    '/your-tickets',
    '/tickets',
    '/shared-tickets',
    '/authentication',
    '/account/guest-orders',
    '/account/confirm-email',
    '/queue',
    '/order/failed',
    '/reset-password',
    '/accessibility',
    '/terms',
    '/events/no-such-play',
    '/nowhere',
  ]
}

const accountPages = [
  'your-details',
  'addresses',
  'contact-preferences',
  'your-orders',
  'memberships',
  'account-credit',
  'payment-cards',
  'access',
  'update-password',
  'giving-history',
  'print-at-home-tickets',
  'your-profile',
  'your-ticket-subscriptions',
]
