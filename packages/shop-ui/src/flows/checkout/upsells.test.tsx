// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { UpsellKind } from '@playhouse/domain/upsell'
import { money, zero } from '@playhouse/domain/money'
import { plainProduct, type ProductOnSale } from '@playhouse/domain/product'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aBrand, aCustomer, aDonation, anAddress, aProduct, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { CheckoutLayout, steps } from './index.ts'

afterEach(closeScreen)

const fund = {
  ...{ fund: 'stage', name: 'Stage fund', body: 'For schools.', presets: [10_00, 100_00].map(money) },
  ...{ least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) },
}
const poster: ProductOnSale = {
  ...plainProduct,
  ...{ performance: null, performances: [] },
  ...{ product: 'poster', type: 'merchandise', name: 'Poster', summary: 'On heavy paper.', translations: {}, vatBasisPoints: null },
  limit: 6,
  variants: [{ variant: 'one', name: '', price: money(12_00), fee: zero, piecesLeft: 9 }],
}
const tempest = {
  ...{ instance: 'the-tempest-1', event: 'the-tempest', name: 'The Tempest' },
  ...{ startsAt: '2031-02-04T19:30:00Z', timeZone: 'Europe/London' },
}
const brandWith = (upsells: readonly UpsellKind[] | undefined, changes: object = {}) =>
  aBrand({
    steps: ['basket', 'account', 'upsells', 'delivery', 'review', 'payment'],
    features: { ...aBrand().features, donations: true },
    giving: [fund],
    memberships: [{ id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12 } }],
    productTypes: [{ type: 'merchandise', name: 'Theatre shop' }],
    ...(upsells && { upsells: [...upsells] }),
    ...changes,
  })
const routes = [
  { path: '/checkout', element: <CheckoutLayout />, children: steps.map(({ id, Screen }) => ({ path: id, element: <Screen /> })) },
]
const open = (
  upsells: readonly UpsellKind[] | undefined,
  basket = aBasket(),
  customer: Partial<typeof aCustomer & { readonly isGuest: true }> = {},
) => openScreen({ at: '/checkout/upsells', routes, basket, brand: brandWith(upsells), customer: { ...aCustomer, ...customer } })
const offer = { heldUntil: null, renewal: null, upgrade: null, isInBasket: false, saves: zero }
const server = (products: ProductOnSale[] = [poster]) => ({
  catalogue: {
    memberships: () => ({ memberships: [{ ...offer, membership: 'friend', saves: money(5_00) }] }),
    products: () => ({ name: 'Theatre shop', products }),
    performanceProducts: () => ({ performance: tempest, types: [], isFoodOpen: false }),
  },
  me: {
    memberships: () => ({ memberships: [] }),
    read: () => ({ customer: { ...aCustomer, prefix: '', middleName: '', birth: null }, address: anAddress }),
    addresses: () => ({ addresses: [] }),
  },
})
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const stepNames = () =>
  within(screen.getByRole('navigation', { name: 'Steps of your order' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .join()
const pressContinue = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }))

describe('the step upsells', () => {
  it('offers the kinds in the order of the brand and the donation last, and adds nothing by itself', async () => {
    const calls = fakeServer(server())
    const { address } = await open(['fund', 'gift-voucher', 'product', 'membership', 'gift-membership'])
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('You may also like')
    await screen.findByRole('heading', { name: 'Poster' })
    await screen.findByRole('heading', { name: 'Become a member?' })
    const offered = ['Give a gift voucher', 'Theatre shop', 'Become a member?', 'Give a membership', 'Give to Stage fund?']
    expect(titles().filter((title) => offered.includes(title!))).toEqual(offered)
    expect(screen.getByRole('link', { name: 'Choose a gift voucher' }).getAttribute('href')).toBe('/gift-vouchers/purchase')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No donation today' }).checked).toBe(true)
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    expect(calls.filter(({ call }) => /^basket\.(add|remove)/.test(call))).toEqual([])
  })

  it('adds products and memberships at once, and the donation with the button Continue', async () => {
    const calls = fakeServer({ ...server(), basket: { addItem: () => aBasket() } })
    const { address } = await open(['product', 'membership', 'fund'])
    fireEvent.click(await screen.findByRole('button', { name: 'Add: Poster' }))
    await screen.findByText('Poster is in your basket.')
    expect(screen.getByText(/^12 months/).textContent).toBe('12 months · Saves £5.00 on these tickets')
    fireEvent.click(screen.getByRole('button', { name: 'Add: Friend' }))
    await screen.findByText('Friend is in your basket.')
    fireEvent.click(screen.getByRole('radio', { name: '£10.00' }))
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    expect(calls.filter(({ call }) => call === 'basket.addItem').map(({ body }) => body)).toMatchObject([
      { kind: 'product', product: 'poster', variant: 'one', quantity: 1 },
      { kind: 'membership', membership: 'friend' },
      { kind: 'donation', fund: 'stage', amount: 10_00 },
    ])
  })

  it('removes a membership again, and shows why the server refuses one', async () => {
    const detail = {
      membership: 'friend',
      months: 12,
      change: 'join',
      startsOn: null,
      upgradeFrom: null,
      from: null,
      credit: zero,
    } as const
    const item = { ...aDonation(), kind: 'membership', name: 'Friend', amount: money(60_00), detail } as const
    const calls = fakeServer({
      ...server(),
      basket: { removeItem: () => aBasket(), addItem: () => refuse(problem('basket-paying')), read: () => aBasket() },
    })
    await open(['membership'], aBasket({ items: [item] }))
    const button = await screen.findByRole('button', { name: 'Remove: Friend' })
    fireEvent.click(button)
    await waitFor(() => expect(button.textContent).toBe('Add'))
    expect(calls.filter(({ call }) => call === 'basket.removeItem')).toHaveLength(1)
    fireEvent.click(button)
    expect(await screen.findByText('A payment is under way')).toBeTruthy()
  })

  it('offers a guest no membership', async () => {
    const calls = fakeServer(server())
    await open(['membership', 'gift-voucher'], aBasket(), { isGuest: true })
    await screen.findByRole('heading', { name: 'Give a gift voucher' })
    expect(screen.queryByRole('heading', { name: 'Become a member?' })).toBeNull()
    expect(calls.some(({ call }) => call === 'me.memberships')).toBe(false)
  })

  it('offers a basket that adds to an order only what can be added to one', async () => {
    fakeServer(server())
    await open(
      ['gift-voucher', 'membership', 'product', 'fund'],
      aBasket({ tickets: [], items: [aProduct()], addsTo: { order: 'ABCD2345', performances: [] } }),
    )
    await screen.findByRole('heading', { name: 'Theatre shop' })
    expect(titles()).toContain('Give to Stage fund?')
    expect(titles()).not.toContain('Give a gift voucher')
    expect(titles()).not.toContain('Become a member?')
  })

  it('is skipped where nothing of its kinds can be bought', async () => {
    fakeServer(server([]))
    const { address } = await open(['product'])
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    await screen.findByRole('navigation', { name: 'Steps of your order' })
    expect(stepNames()).not.toContain('You may also like')
  })

  it('has its own name with a list, and asks for a donation alone without one', async () => {
    fakeServer(server())
    await open(['gift-voucher'])
    await screen.findByRole('heading', { name: 'You may also like', level: 1 })
    expect(stepNames()).toContain('You may also like')
    closeScreen()
    await open(undefined)
    await screen.findByRole('heading', { name: 'Give to Stage fund?', level: 1 })
    expect(stepNames()).toContain('Support us')
    expect(stepNames()).not.toContain('You may also like')
  })
})
