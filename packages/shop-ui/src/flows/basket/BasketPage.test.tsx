// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { BasketItem } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { plainProduct, type ProductOnSale } from '@playhouse/domain/product'
import {
  aBasket,
  aBrand,
  aCustomer,
  aDonation,
  aProduct,
  fullPrices,
  aProtection,
  openScreen,
  fakeServer,
  closeScreen,
  inDays,
  refuse,
  twoTickets,
} from '#testing'
import { BasketPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/checkout/basket', element: <BasketPage /> }]
const open = (basket = aBasket(), brand = aBrand()) => openScreen({ at: '/checkout/basket', routes, basket, brand })
const [first, second] = [twoTickets[0]!, twoTickets[1]!]

describe('BasketPage', () => {
  it('shows title, date, seats, price types, proof at the door and total', async () => {
    await open(aBasket({ tickets: [{ ...first, proofAtDoor: { text: 'a student card' } }, second] }))
    const group = await screen.findByRole('region', { name: 'The Tempest' })
    expect(group.textContent).toMatch(/Tuesday 4 February 2031, 7\.30pm.*Bring to the door: a student card/)
    expect(within(group).getByRole('heading', { name: 'Stalls, row F, seat 12' })).toBeTruthy()
    expect(within(group).getByRole('button', { name: /Price type for Stalls, row F, seat 13/ })).toBeTruthy()
    expect(screen.getByText('Fees, already in the price').nextElementSibling?.textContent).toBe('£6.00')
    expect(screen.getByText('You can add 7 more tickets to this order.')).toBeTruthy()
  })

  it('opens what is sold for a performance, where something is', async () => {
    const performance = {
      instance: first.instance,
      event: first.event,
      name: first.title,
      startsAt: first.startsAt,
      timeZone: first.timeZone,
    }
    const shop = { type: 'visit', name: 'Visit' }
    const product: ProductOnSale = {
      ...{ ...plainProduct, product: 'parking', type: 'visit', name: 'Parking', summary: 'In the yard.', translations: {} },
      ...{ vatBasisPoints: null, limit: 2, performance, performances: [], needsPerformance: true, delivery: ['at-performance'] },
      variants: [{ variant: 'one', name: '', price: money(8_00), fee: money(0), piecesLeft: null }],
    }
    let types: object[] = []
    fakeServer({ catalogue: { performanceProducts: () => ({ performance, types, isFoodOpen: false }) as never } })
    const openWithBrand = () => openScreen({ at: '/checkout/basket', routes, basket: aBasket(), brand: aBrand({ productTypes: [shop] }) })
    await openWithBrand()
    await screen.findByRole('region', { name: 'The Tempest' })
    expect(screen.queryByRole('button', { name: 'Add items for your visit' })).toBeNull()
    closeScreen()
    types = [{ ...shop, products: [product] }]
    fakeServer({ catalogue: { performanceProducts: () => ({ performance, types, isFoodOpen: false }) as never } })
    await openWithBrand()
    fireEvent.click(await screen.findByRole('button', { name: 'Add items for your visit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Items for this performance' })
    expect(await within(dialog).findByRole('heading', { name: 'Parking' })).toBeTruthy()
    expect(within(dialog).queryByRole('link', { name: 'Go to your basket' })).toBeNull()
  })

  it('shows the booking member of the household when it isn’t the customer', async () => {
    const [me, mia] = [
      { id: '01920000-0000-7000-8000-0000000000a1', firstName: 'Ada', lastName: 'King', isBooking: false },
      { id: '01920000-0000-7000-8000-0000000000a2', firstName: 'Mia', lastName: 'King', isBooking: true },
    ]
    fakeServer({ me: { household: () => ({ members: [me!, mia!] }) } })
    await openScreen({ at: '/checkout/basket', routes, basket: aBasket(), customer: { ...aCustomer, id: me!.id } })
    await screen.findByText(/^Mia King is booking\./)
    expect(screen.getByRole('link', { name: 'Change who is booking' }).getAttribute('href')).toBe('/account/your-profile')
  })

  it('changes a price type and announces it', async () => {
    const cheaper = { ...first, priceType: 'under-26', priceTypeName: 'Under 26', price: money(15_00) }
    const calls = fakeServer({ basket: { changeTicket: () => aBasket({ tickets: [cheaper, second] }) } })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /Price type for Stalls, row F, seat 12/ }))
    fireEvent.click(await screen.findByRole('option', { name: /Under 26/ }))
    await screen.findByText('Stalls, row F, seat 12 is now Under 26, £15.00.')
    expect(calls).toEqual([{ call: 'basket.changeTicket', path: `/basket/tickets/${first.id}`, body: { priceType: 'under-26' } }])
    expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('£60.00')
  })

  it('groups gift vouchers and refund protection under their kind, and names each', async () => {
    const texts = { value: money(25_00), to: '', from: '', message: '', delivery: 'print', email: null, sendOn: null, months: 24 } as const
    const vouchers: BasketItem = {
      ...{ id: '01920000-0000-7000-8000-0000000000b3', kind: 'gift-voucher', name: '', detail: texts, quantity: 2 },
      ...{ performance: null, amount: money(50_00), fee: money(0) },
    }
    await open(aBasket({ items: [vouchers, aProtection()] }))
    const group = await screen.findByRole('region', { name: 'Gift vouchers' })
    expect(within(group).getByRole('heading', { level: 3, name: '2 × Gift voucher' })).toBeTruthy()
    const protection = screen.getByRole('region', { name: 'Refund protection' })
    expect(within(protection).getByRole('heading', { level: 3, name: '2 tickets' })).toBeTruthy()
  })

  it.each([true, false])('offers food and drink where it can be ordered for a performance: %s', async (isFoodOpen) => {
    const { instance, event, title, startsAt, timeZone } = first
    const calls = fakeServer({
      catalogue: {
        performanceProducts: () => ({ performance: { instance, event, name: title, startsAt, timeZone }, types: [], isFoodOpen }),
      },
    })
    await open(aBasket(), aBrand({ foodAndDrink: true }))
    await waitFor(() => expect(calls.some(({ call }) => call === 'catalogue.performanceProducts')).toBe(true))
    if (isFoodOpen) expect(await screen.findByRole('button', { name: 'Add food and drink' })).toBeTruthy()
    else expect(screen.queryByRole('button', { name: 'Add food and drink' })).toBeNull()
  })

  it('adds a top-up with one press, and removes it with another', async () => {
    const offer = { topUp: 'round-up', amount: money(60), fund: 'The stage fund' } as const
    const roundUp = { ...aDonation(60), detail: { ...aDonation().detail, topUp: 'round-up' as const } }
    const calls = fakeServer({
      basket: { addTopUp: () => aBasket({ items: [roundUp] }), removeItem: () => aBasket({ topUps: [offer] }) },
    })
    await open(aBasket({ topUps: [offer] }))
    fireEvent.click(await screen.findByRole('button', { name: 'Round up by £0.60 for The stage fund' }))
    expect(await screen.findByText('Rounds up your order')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(screen.queryByRole('button', { name: /^Round up by/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove Donation: The stage fund (Rounds up your order)' }))
    await screen.findByRole('button', { name: 'Round up by £0.60 for The stage fund' })
    expect(calls.map(({ call, body }) => [call, body])).toEqual([
      ['basket.addTopUp', { topUp: 'round-up' }],
      ['basket.removeItem', {}],
    ])
  })

  it('undoes a removal by holding the same seat again', async () => {
    const calls = fakeServer({
      basket: {
        removeTicket: () => aBasket({ tickets: [second] }),
        addTickets: () => ({ ...aBasket({ tickets: [second, first] }), lost: null }),
      },
    })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Stalls, row F, seat 12' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(document.activeElement?.contains(undo)).toBe(true)
    fireEvent.click(undo)
    await screen.findByRole('button', { name: 'Remove Stalls, row F, seat 12' })
    expect(calls.at(-1)?.body).toEqual({ instance: 'the-tempest-1', seats: [{ seat: first.seat, priceType: 'full' }] })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('shows a problem when another visitor has taken the seat before Undo', async () => {
    fakeServer({
      basket: {
        removeTicket: () => aBasket({ tickets: [second] }),
        addTickets: () => refuse(problem('seats-taken', { seats: ['F12'], instead: null })),
      },
    })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Stalls, row F, seat 12' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/F12/)).toBeTruthy()
  })

  it('shows what tickets lose with a membership, and adds it again on Undo', async () => {
    const membership: BasketItem = {
      ...{ id: '01920000-0000-7000-8000-0000000000b3', kind: 'membership', name: 'Priority Member', quantity: 1, performance: null },
      ...{ amount: money(95_00), fee: money(0) },
      // The membership that it upgrades has another name by now.
      detail: {
        ...{ membership: 'priority', months: 12, change: 'upgrade', startsOn: null },
        ...{ upgradeFrom: 'young', from: 'A former name', credit: money(5_00) },
      },
    }
    const cheaper = { ...first, priceType: 'member', priceTypeName: 'Member', price: money(40_50) }
    const joined = aBasket({ tickets: [cheaper, second], items: [membership] })
    const calls = fakeServer({
      catalogue: {
        memberships: () => ({
          memberships: [
            { ...{ membership: 'priority', heldUntil: null, renewal: null, upgrade: null }, isInBasket: true, saves: money(4_50) },
          ],
        }),
      },
      basket: { removeItem: () => aBasket({ tickets: [first] }), addItem: () => joined },
    })
    await open(joined)
    await screen.findByText('Saves £4.50 on these tickets')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Membership: Priority Member' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    const line = undo.parentElement!.textContent
    expect(line).toContain('Your tickets now cost £4.50 more, without the price for members.')
    expect(line).toContain('Only members can book these seats now, so they were released: Stalls, row F, seat 13.')
    fireEvent.click(undo)
    await screen.findByRole('button', { name: 'Remove Membership: Priority Member' })
    expect(calls.findLast(({ call }) => call === 'basket.addItem')?.body).toEqual({
      ...{ kind: 'membership', membership: 'priority', upgradeFrom: 'young' },
    })
  })

  it('names the items that are removed with the last ticket, and keeps the others', async () => {
    fakeServer({ basket: { removeTicket: () => aBasket({ tickets: [], items: [aDonation()] }) } })
    await open(aBasket({ tickets: [first], items: [aDonation(), aProtection()] }))
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Stalls, row F, seat 12' }))
    const message = 'Removed: Stalls, row F, seat 12, and with your last ticket Refund protection too. Undo brings back tickets only.'
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(screen.getByRole('heading', { name: 'Your basket' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Donation' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Refund protection' })).toBeNull()
  })

  it('shows a basket of items alone: no tickets, no delivery, no deadline, and what was chosen', async () => {
    const donation = aDonation(20_00)
    const detail = { ...donation.detail, isAnonymous: true, tributeName: 'Nan' }
    const { totals } = aBasket({ tickets: [] })
    const sums = { subtotal: money(20_00), total: money(20_00), leftToPay: money(20_00) }
    await open(aBasket({ tickets: [], items: [{ ...donation, detail }], totals: { ...totals, ...sums } }))
    expect(await screen.findByRole('heading', { name: 'Your basket' })).toBeTruthy()
    expect(screen.getByText('Given anonymously')).toBeTruthy()
    expect(screen.getByText('In honour of Nan')).toBeTruthy()
    expect(screen.getByText(/so there is no time limit. Your basket stays for 14 days/)).toBeTruthy()
    expect(screen.queryByText('Tickets')).toBeNull()
    expect(screen.queryByText('Delivery')).toBeNull()
    expect(screen.getByRole('link', { name: 'Continue' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add tickets' })).toBeTruthy()
  })

  it('keeps the other items when the seats were released, and offers the seats again', async () => {
    const lapsed = [{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats: [first.seat] }]
    await open(aBasket({ tickets: [], items: [aDonation()], lapsed }))
    expect(await screen.findByRole('heading', { name: 'Your basket' })).toBeTruthy()
    expect(screen.getByText(/Everything else is still in your basket/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try the same seats again' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Donation' })).toBeTruthy()
  })

  it('names the pieces that were released beside what stays, and holds them again', async () => {
    const lapsedItems = [{ product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }]
    const calls = fakeServer({
      basket: { addItem: () => aBasket({ tickets: [], items: [aDonation(), aProduct(2)], deadline: inDays(1) }) },
    })
    await open(aBasket({ tickets: [], items: [aDonation()], lapsedItems }))
    expect(await screen.findByText('The time is over, so these were released. Everything else is still in your basket.')).toBeTruthy()
    expect(screen.getByText('Poster, A2 × 2')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try the same again' }))
    expect(await screen.findByText('These items are held for you until the time is over.')).toBeTruthy()
    expect(calls.at(-1)?.body).toEqual({ kind: 'product', product: 'poster', variant: 'a2', quantity: 2 })
    expect(screen.getByRole('link', { name: 'Change Poster, A2' }).getAttribute('href')).toBe('/aux/merchandise/poster')
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Your items are held again.'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your basket' })))
  })

  it('closes the notice permanently, and focuses the heading', async () => {
    const lapsedItems = [{ product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }]
    const calls = fakeServer({ basket: { dismissLapsed: () => aBasket({ tickets: [], items: [aDonation()] }) } })
    await open(aBasket({ tickets: [], items: [aDonation()], lapsedItems }))
    expect((await screen.findByRole('link', { name: 'Start again' })).getAttribute('href')).toBe('/aux/merchandise/poster')
    fireEvent.click(screen.getByRole('button', { name: 'Close this notice' }))
    await waitFor(() => expect(screen.queryByText('Poster, A2 × 2')).toBeNull())
    expect(calls.map(({ call }) => call)).toContain('basket.dismissLapsed')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your basket' })))
  })

  it('shows an empty basket after the notice of an expired one was closed', async () => {
    fakeServer({ basket: { dismissLapsed: () => aBasket({ tickets: [] }) } })
    const lapsed = [{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats: [first.seat] }]
    await open(aBasket({ state: 'expired', tickets: [], lapsed }))
    fireEvent.click(await screen.findByRole('button', { name: 'Close this notice' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your basket is empty' })))
  })

  it('announces that both seats and pieces are held again', async () => {
    const lapsed = [{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats: [first.seat] }]
    const lapsedItems = [{ product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }]
    fakeServer({
      basket: {
        addTickets: () => ({ ...aBasket({ tickets: [first] }), lost: null }),
        addItem: () => aBasket({ tickets: [first], items: [aProduct(2)] }),
      },
      catalogue: { prices: () => fullPrices },
    })
    await open(aBasket({ state: 'expired', tickets: [], lapsed, lapsedItems }))
    fireEvent.click(await screen.findByRole('button', { name: 'Try the same again' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Your seats and items are held again.'))
  })

  it('names the pieces that could not be held again beside the seats that were, and focuses the heading', async () => {
    const poster = { product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }
    fakeServer({
      basket: {
        addTickets: () => ({ ...aBasket({ tickets: [first] }), lost: null }),
        addItem: () => refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 0 })),
      },
      catalogue: { prices: () => fullPrices },
    })
    const lapsed = [{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats: [first.seat] }]
    await open(aBasket({ state: 'expired', tickets: [], lapsed, lapsedItems: [poster] }))
    fireEvent.click(await screen.findByRole('button', { name: 'Try the same again' }))
    await screen.findByText('These could not be held again', { ignore: '[role=status] *' })
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toContain('Poster, A2 × 2Not enough are left')
    expect(screen.getByRole('region', { name: 'The Tempest' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your basket' })))
  })

  it('tries the pieces although the seats are taken, and tries only what is lost the next time', async () => {
    const lapsed = [{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats: [first.seat] }]
    const lapsedItems = [{ product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }]
    const calls = fakeServer({
      basket: {
        addTickets: () => refuse(problem('seats-taken', { seats: [first.seat], instead: null })),
        addItem: () => aBasket({ tickets: [], items: [aProduct(2)], deadline: inDays(1) }),
      },
      catalogue: { prices: () => fullPrices },
    })
    await open(aBasket({ state: 'expired', tickets: [], lapsed, lapsedItems }))
    fireEvent.click(await screen.findByRole('button', { name: 'Try the same again' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Try the same seats again' }))
    await waitFor(() => expect(calls.filter(({ call }) => call === 'basket.addTickets').length).toBe(2))
    expect(calls.filter(({ call }) => call === 'basket.addItem').length).toBe(1)
    expect(screen.getByRole('heading', { name: 'Your basket' })).toBeTruthy()
  })

  it('links from an empty basket to the programme', async () => {
    await open(aBasket({ tickets: [] }))
    expect(await screen.findByRole('heading', { name: 'Your basket is empty' })).toBeTruthy()
    expect(screen.getByRole('link', { name: "See what's on" })).toBeTruthy()
  })

  it('holds the same seats again after the basket expired, with their price types', async () => {
    const expiredBasket = aBasket({
      tickets: [],
      lapsed: [{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats: [first.seat] }],
    })
    const calls = fakeServer({
      basket: { addTickets: () => ({ ...aBasket({ tickets: [first] }), lost: null }) },
      catalogue: { prices: () => fullPrices },
    })
    await open(expiredBasket)
    await screen.findByText(
      'Your basket has expired: the seats were released, and anything that went with them was removed. Your details are saved.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Try the same seats again' }))
    await screen.findByRole('heading', { name: 'Your basket' })
    expect(calls.at(-1)?.body).toEqual({ instance: 'the-tempest-1', seats: [{ seat: first.seat, priceType: 'full' }] })
  })

  it('continues to the account step, which the guard skips for a signed-in customer', async () => {
    const { address } = await openScreen({ at: '/checkout/basket', routes, customer: aCustomer })
    fireEvent.click(await screen.findByRole('link', { name: 'Continue' }))
    await waitFor(() => expect(address()).toBe('/checkout/account'))
  })
})
