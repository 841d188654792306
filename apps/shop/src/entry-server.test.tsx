import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@playhouse/api-client/contract'
import { brandSchema, type Locale } from '@playhouse/domain/brand'
import { problem } from '@playhouse/domain/problem'
import { expect, it } from 'vitest'
import { createRenderer, type PageRenderer } from './entry-server.tsx'

const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../brands/bridge/brand.json'), 'utf8')))
const now = '2026-11-26T12:00:00.000Z'

type Visitor = { readonly customer: Session['customer']; readonly tickets: number; readonly items: number }
const customer = (id: string, firstName: string) => ({ id, email: `${id}@example.org`, title: '', firstName, lastName: 'King', phone: '' })
const visitors: Readonly<Record<string, Visitor>> = {
  nobody: { customer: null, tickets: 0, items: 0 },
  guest: { customer: null, tickets: 2, items: 0 },
  ada: { customer: customer('ada', 'Augusta'), tickets: 2, items: 0 },
  grace: { customer: customer('grace', 'Gracia'), tickets: 2, items: 0 },
  joan: { customer: customer('joan', 'Johanna'), tickets: 0, items: 3 },
}

const none = { subtotal: 0, discount: 0, delivery: 0, fees: 0, vat: 0, total: 0, paid: 0, leftToPay: 0 }
const emptyBasket = {
  ...{
    state: 'open',
    version: 1,
    tickets: [],
    items: [],
    refundProtection: null,
    topUps: [],
    giftAid: null,
    billing: null,
    lapsed: [],
    lapsedItems: [],
    addsTo: null,
  },
  ...{ delivery: { method: 'print-at-home', address: null }, deliveryOptions: [], notes: { order: '', access: '' }, termsAccepted: false },
  ...{ totals: none, deadline: null, extensionsLeft: 10, ticketsLeft: 7, heldMemberships: [], renewalOffers: [], lastPayment: null },
  ...{ giftVouchers: [], credit: null, promo: null },
}

/** The replies that a visitor's page is rendered from. */
const repliesFor = ({ customer, tickets, items }: Visitor): Readonly<Record<string, unknown>> => ({
  '/api/session': {
    customer,
    basket: { state: 'open', count: tickets, items, total: 0, deadline: tickets > 0 ? now : null },
    serverTime: now,
    idleSeconds: 1_200,
  },
  '/api/basket': emptyBasket,
  '/api/events': { events: [] },
  '/api/memberships': { memberships: [] },
  '/api/packages': { packages: [] },
  '/api/listings': {
    productions: [{ id: 'hamlet', title: 'Hamlet', copyLanguage: 'en' }],
    performances: [
      {
        ...{ id: 'h-1', event: 'hamlet', startsAt: '2031-02-01T19:30:00.000Z', startsAtLocal: '2031-02-01T19:30', timeZone: 'Etc/UTC' },
        ...{ availability: 'get-tickets', availabilityCode: 1, accessTags: [], priceFrom: 2_000 },
      },
    ],
  },
})

const fetchAs =
  (name: string): typeof fetch =>
  async (url) => {
    const reply = repliesFor(visitors[name]!)[String(url)]
    if (!reply && String(url).startsWith('/api/products')) return Response.json(problem('page-not-found'), { status: 404 })
    if (!reply) throw new Error(`no reply of ${String(url)}`)
    return Response.json(reply)
  }

const render = (
  renderer: PageRenderer,
  name: string,
  path: string,
  mayReuse = true,
  renderedAt = now,
  locale: Locale = 'en',
  ofBrand = brand,
) =>
  renderer.render({
    url: `https://shop.example${path}`,
    locale,
    site: { brand: ofBrand, underMaintenance: false },
    fetch: fetchAs(name),
    now: renderedAt,
    signal: new AbortController().signal,
    mayReuse,
  })

const paths = ['/', '/terms', '/accessibility', '/contributions/memberships', '/login', '/gift-vouchers', '/no-such-page']

it('shows each visitor the same as a rendering for this visitor alone, and no data of another', async () => {
  const [shared, unshared] = [await createRenderer(brand), await createRenderer(brand)]
  const names = Object.keys(visitors)
  for (const path of paths)
    for (const name of [...names, ...names.toReversed()]) {
      const [page, ownPage] = [await render(shared, name, path), await render(unshared, name, path, false)]
      expect(page, `${path} ${name}`).toEqual(ownPage)
      // The browser redirects a customer from the sign-in.
      expect(page !== undefined, `${path} ${name}`).toBe(path !== '/login' || visitors[name]!.customer === null)
      const others = Object.values(visitors).flatMap(({ customer }) =>
        customer && customer.id !== visitors[name]!.customer?.id ? [customer.email, customer.firstName] : [],
      )
      for (const text of others) expect(JSON.stringify(page ?? null), `${path} ${name}`).not.toContain(text)
    }
})

it('repeats a rendering to visitors for whom the page looks the same, with their own data and the time of the rendering', async () => {
  const renderer = await createRenderer(brand)
  const later = '2026-11-26T12:00:10.000Z'
  const first = await render(renderer, 'ada', '/terms')
  const second = await render(renderer, 'grace', '/terms', true, later)
  expect(second).toMatchObject({ html: first!.html, renderedAt: now })
  expect(second!.queries).toContain('Gracia')
  expect(await render(renderer, 'joan', '/terms', true, later)).toMatchObject({ renderedAt: later })
  expect(await render(renderer, 'grace', '/terms', false, later)).toMatchObject({ renderedAt: later })
})

it('has the title of its heading, in the language of the visitor', async () => {
  const renderer = await createRenderer(brand)
  const titleIn = async (locale: Locale, path: string) => (await render(renderer, 'joan', path, false, now, locale))?.title
  expect(await titleIn('en', '/accessibility')).toBe(`Accessibility statement – ${brand.name}`)
  expect(await titleIn('de', '/accessibility')).toBe(`Erklärung zur Barrierefreiheit – ${brand.name}`)
  expect(await titleIn('es', '/no-such-page')).toBe(`No se ha encontrado esta página – ${brand.name}`)
})

it('renders the page of an unknown path where a guard finds none, whether its data can be fetched or not', async () => {
  const without = { ...brand }
  delete without.listings
  const renderer = await createRenderer(without)
  const unknown = await render(renderer, 'joan', '/no-such-page', false, now, 'en', without)
  // The brand has no listings, and the reply of its products is a problem.
  for (const path of ['/listings', '/aux/programmes']) {
    const page = await render(renderer, 'joan', path, false, now, 'en', without)
    expect(page, path).toMatchObject({ title: unknown!.title, html: unknown!.html, isNotFound: true })
  }
  expect(unknown!.isNotFound).toBe(false)
})

it('renders the listings of a brand that has them', async () => {
  const listing = { ...brand, listings: true as const, packages: true as const }
  const renderer = await createRenderer(listing)
  const page = await render(renderer, 'guest', '/listings', false, now, 'en', listing)
  expect(page?.html).toMatch(/Saturday 1 February 2031.*\/events\/hamlet\/h-1.*Hamlet/s)
  expect(page?.messages).toContain('listings')
  expect((await render(renderer, 'guest', '/listings-packages', false, now, 'en', listing))?.html).toContain('Packages by date')
})
