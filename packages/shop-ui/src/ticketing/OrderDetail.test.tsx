// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import type { Order } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, aDonation, anOrder, aProduct, closeScreen, openScreen } from '#testing'
import { OrderDetail, type OrderDetailProps } from './OrderDetail.tsx'

afterEach(closeScreen)

type Tools = NonNullable<OrderDetailProps['tools']>

type Options = {
  readonly claimUrl?: string | undefined
  readonly tools?: Tools
  readonly theatreLocale?: OrderDetailProps['theatreLocale']
}

async function show(
  state: 'confirmed' | 'on-hold' | 'returned',
  changes: Partial<Order> = {},
  { claimUrl, tools, theatreLocale = 'en' }: Options = {},
) {
  await initI18n(aBrand(), 'en')
  await loadMessages('order')
  const order = anOrder({ ...(state === 'confirmed' ? {} : { state, tickets: [] }), ...changes })
  const refundProtection = { feePerTicket: money(2_50), ...(claimUrl !== undefined && { claimUrl }) }
  const element = <OrderDetail {...{ order, contact: aBrand().contact, theatreLocale, refundProtection }} {...(tools && { tools })} />
  return openScreen({ at: '/order', routes: [{ path: '/order', element }] })
}

it('shows information for the visit beside valid tickets', async () => {
  const { findByRole } = await show('confirmed')
  expect(await findByRole('heading', { name: 'On the day of the performance' })).toBeTruthy()
})

it('shows what is shown at the door with a ticket, in the language of the reader', async () => {
  const [ticket] = anOrder().tickets
  const proofAtDoor = { text: 'ein Ausweis', translations: { en: 'a student card' } }
  const { findByText } = await show('confirmed', { tickets: [{ ...ticket!, proofAtDoor }] })
  expect((await findByText('Bring to the door')).nextElementSibling?.textContent).toBe('a student card')
})

it('shows the title of a ticket in the language of the reader, and marks one that has no translation', async () => {
  const translations = { en: { title: 'The Storm' } }
  const [first, second] = anOrder().tickets
  const tickets = [
    { ...first!, title: 'Der Sturm', copyLanguage: 'de', translations },
    { ...second!, title: 'Der Sturm', copyLanguage: 'de' },
  ]
  const { findByText, getByText } = await show('confirmed', { tickets })
  expect((await findByText('The Storm')).closest('[lang]')?.getAttribute('lang')).not.toBe('de')
  expect(getByText('Der Sturm').getAttribute('lang')).toBe('de')
})

it.each(['on-hold', 'returned'] as const)('shows no information for the visit where no ticket is valid (%s)', async (state) => {
  const { findByRole, queryByRole } = await show(state)
  expect(await findByRole('heading', { name: 'What you paid' })).toBeTruthy()
  expect(queryByRole('heading', { name: 'On the day of the performance' })).toBeNull()
})

it('names each offer of an order with what it took off, and shows the discount of an older order as a sum', async () => {
  const { totals } = anOrder()
  const discounts = [
    { name: 'Autumn', amount: money(7_00) },
    { name: 'Under 26', amount: money(3_00) },
  ]
  const { findByText, getByText, queryByText } = await show('confirmed', { totals: { ...totals, discount: money(10_00), discounts } })
  expect((await findByText('Autumn')).nextElementSibling?.textContent).toMatch(/^−\D*7\.00$/)
  expect(getByText('Under 26').nextElementSibling?.textContent).toMatch(/^−\D*3\.00$/)
  expect(queryByText('Discount')).toBeNull()
  closeScreen()
  const older = await show('confirmed', { totals: { ...totals, discount: money(10_00) } })
  expect((await older.findByText('Discount')).nextElementSibling?.textContent).toMatch(/^−\D*10\.00$/)
})

it('names an offer of an order in the language of the reader, and marks a name that has no translation', async () => {
  const { totals } = anOrder()
  const discounts = [
    { name: 'Herbst', names: { en: 'Autumn' }, amount: money(7_00) },
    { name: 'Unter 26', amount: money(3_00) },
  ]
  const changes = { totals: { ...totals, discount: money(10_00), discounts } }
  const { findByText, getByText } = await show('confirmed', changes, { theatreLocale: 'de' })
  expect((await findByText('Autumn')).getAttribute('lang')).toBeNull()
  expect(getByText('Unter 26').getAttribute('lang')).toBe('de')
})

it.each([true, false])('shares tickets only from an account (%s)', async (canShare) => {
  const outcome = async () => undefined
  const tools = { wallets: [], canShare, linkOf: () => undefined, onShare: outcome, onTakeBack: outcome, onWallet: outcome }
  const { findByRole, queryAllByRole } = await show('confirmed', {}, { tools })
  await findByRole('heading', { name: 'What you paid' })
  expect(queryAllByRole('button', { name: /^Share/ })).toHaveLength(canShare ? 2 : 0)
  const links = queryAllByRole('link', { name: 'Move this order to your account' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(canShare ? [] : ['/account/guest-orders'])
})

const protection = (isReturned: boolean) => ({
  ...{ id: '01920000-0000-7000-8000-000000000002', kind: 'refund-protection', name: '', detail: null, quantity: 1 },
  ...{ performance: null, amount: money(5_00), fee: money(0), isReturned },
})

it('links to the claim on refund protection with the order number, or gives the phone number of the box office', async () => {
  const items = [protection(false)] as Order['items']
  const online = await show('confirmed', { items }, { claimUrl: 'https://claims.example/new?reference={reference}' })
  const link = await online.findByRole('link', { name: 'Make a claim' })
  expect(link.getAttribute('href')).toBe('https://claims.example/new?reference=B1042')
  online.unmount()
  const { findByText, queryByRole } = await show('confirmed', { items })
  await findByText(/reference is your order number, B1042/)
  expect(queryByRole('link', { name: 'Make a claim' })).toBeNull()
})

it('names a top-up once, in the name of the donation', async () => {
  const items = [{ ...aDonation(60), isReturned: false, detail: { ...aDonation().detail, topUp: 'round-up' } }] as Order['items']
  const { findByRole, queryByText } = await show('confirmed', { items })
  await findByRole('heading', { name: 'Donation: The stage fund (Rounds up your order)' })
  expect(queryByText('Rounds up your order')).toBeNull()
})

it('shows no claim on refund protection that was returned', async () => {
  const { findByText, queryByRole } = await show('confirmed', { items: [protection(true)] as Order['items'] })
  await findByText('Returned')
  expect(queryByRole('heading', { name: 'Claim on your refund protection' })).toBeNull()
})

it('lists its packages with their prices', async () => {
  const name = { text: 'Three plays and a concert' }
  const sold = { package: 'three-plays', kind: 'fixed' as const, name, tickets: [], amount: money(198_00), saved: money(22_00) }
  const choice = ['a', 'b', 'c', 'd'].map((part) => ({ package: null, part, instance: part }))
  const { findByRole } = await show('confirmed', { packages: [{ id: '01920000-0000-7000-8000-000000000003', ...sold, choice }] })
  const section = await findByRole('region', { name: 'Packages' })
  expect(section.textContent).toContain('Three plays and a concert')
  expect(section.textContent).toContain('4 performances, £198.00')
  expect(section.textContent).toContain('You saved £22.00.')
})

it('lists returned tickets, the refund and the credit', async () => {
  const { tickets } = anOrder()
  const [{ qr: _qr, modules: _modules, entrance: _entrance, ...returned }] = tickets as [Order['tickets'][number]]
  const { findByRole, getByText } = await show('confirmed', {
    ...{ tickets: tickets.slice(1), returnedTickets: [returned], refunded: money(5_00), credited: money(40_00) },
  })
  const heading = await findByRole('heading', { name: 'Returned tickets' })
  expect(heading.parentElement!.textContent).toContain(returned.title)
  getByText('Refunded: £5.00')
  getByText('Given as account credit: £40.00')
})

it('names the address to which goods are posted, and not with goods to collect', async () => {
  const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
  const poster = { ...aProduct(), isReturned: false }
  const posted = { ...poster, id: 'posted', detail: { ...poster.detail, delivery: 'post' } }
  const { findByText, getAllByText } = await show('confirmed', {
    items: [poster, posted] as Order['items'],
    delivery: { method: 'print-at-home', address } as Order['delivery'],
  })
  expect(await findByText('By post to 1 Globe Lane, London, SE1 9PH')).toBeTruthy()
  expect(getAllByText(/Collect it at the theatre|^Collect/)).toHaveLength(1)
})
