// @vitest-environment jsdom
import { Fragment, type ReactNode, useState } from 'react'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useApiMutation } from '#mutation'
import { api, useSession } from '#server-state'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aProduct, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { BasketExpiry } from './index.ts'

afterEach(closeScreen)

/** Reads the session, as the header of every page does. */
function Visitor() {
  return <p>{useSession().customer?.firstName ?? 'anonymous visitor'}</p>
}

const routes = [
  {
    path: '/',
    element: (
      <>
        <Visitor />
        <BasketExpiry />
      </>
    ),
  },
  { path: '/checkout/payment', element: <p>paying</p> },
]
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** Opens the page with fake timers, `minutes` before the basket's deadline. */
async function openPage(minutes: number, extensionsLeft = 10, contents = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return openScreen({ at: '/', routes, basket: aBasket({ deadline: inMinutes(minutes), extensionsLeft, ...contents }) })
}
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

/** Two seats of a basket that has expired. */
const twoSeats = [
  {
    ...{ instance: 'the-tempest-1', event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en' },
    seats: ['stalls-f-12', 'stalls-f-13'],
  },
]

describe('a basket error', () => {
  function Pay() {
    const { send } = useApiMutation()
    return (
      <button type="button" onClick={() => void send(() => api.checkout.start({ body: { version: 1 } }))}>
        Pay
      </button>
    )
  }
  const openPay = async (expiry: ReactNode) => {
    const paying = { path: '/pay', element: [<Visitor key="visitor" />, <Pay key="pay" />, <Fragment key="expiry">{expiry}</Fragment>] }
    const { address } = await openScreen({ at: '/pay', routes: [...routes, paying], basket: aBasket({ deadline: inMinutes(15) }) })
    const calls = fakeServer({
      checkout: { start: () => refuse(problem('basket-error')) },
      basket: { read: () => aBasket({ tickets: [], deadline: null }) },
      site: { session: () => aSession(null, aBasket({ tickets: [], deadline: null })) },
    })
    return { address, callNames: () => calls.map(({ call }) => call) }
  }
  const findDialog = () => screen.findByRole('alertdialog', { name: 'Something went wrong with your basket' })

  it('opens a dialog, shows the empty basket, and starts again at the programme', async () => {
    const { address, callNames } = await openPay(<BasketExpiry />)
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
    const dialog = await findDialog()
    expect(dialog.textContent).toContain('We had to empty it and nothing was charged. Please choose again.')
    await waitFor(() => expect(callNames()).toContain('basket.read'))
    fireEvent.click(within(dialog).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('is shown once where the reply came before the code of the dialogs was loaded', async () => {
    function LoadedLater() {
      const [isLoaded, setLoaded] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setLoaded(!isLoaded)}>
            Load
          </button>
          {isLoaded && <BasketExpiry />}
        </>
      )
    }
    const { callNames } = await openPay(<LoadedLater />)
    const load = screen.getByRole('button', { name: 'Load' })
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
    await waitFor(() => expect(callNames()).toContain('checkout.start'))
    await act(() => Promise.resolve())
    fireEvent.click(load)
    await findDialog()
    await waitFor(() => expect(callNames()).toContain('basket.read'))
    fireEvent.click(load)
    fireEvent.click(load)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('BasketExpiry', () => {
  it.each([10, 5])('announces that %i minutes are left, and opens no dialog', async (minutes) => {
    await openPage(minutes + 0.1)
    await advance(8)
    expect(screen.getByRole('status').textContent).toContain(`${minutes} more minutes`)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('announces only the time left now when the device wakes up after several warnings', async () => {
    await openPage(15)
    vi.setSystemTime(Date.now() + 11.5 * 60_000)
    await advance(2)
    expect(screen.getByRole('status').textContent).toContain('4 more minutes')
    vi.setSystemTime(Date.now() + 4 * 60_000)
    await advance(2)
    expect(screen.getByRole('alertdialog', { name: 'Your basket has expired' })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('4 more minutes')
  })

  it('asks the server for the deadline when the device’s clock was put forward', async () => {
    const basket = aBasket({ deadline: inMinutes(15) })
    const serverTime = inMinutes(0)
    const calls = fakeServer({ basket: { read: () => basket }, site: { session: () => ({ ...aSession(null, basket), serverTime }) } })
    await openPage(15)
    vi.setSystemTime(Date.now() + 60 * 60_000)
    await advance(2)
    expect(calls.map(({ call }) => call).toSorted()).toEqual(['basket.read', 'site.session'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('opens a dialog at two minutes, and extends the hold by one press', async () => {
    const calls = fakeServer({ basket: { extend: () => aBasket({ deadline: inMinutes(20), extensionsLeft: 9 }) } })
    await openPage(2.1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await advance(7)
    expect(screen.getByRole('alertdialog', { name: 'Your seats are held for 2 more minutes' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Give me more time' }))
    await advance(1)
    expect(calls.map(({ call }) => call)).toEqual(['basket.extend'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('status').textContent).toContain('You have more time.')
  })

  it('goes to the payment step from the dialog', async () => {
    const { address } = await openPage(1.5)
    await advance(1)
    fireEvent.click(screen.getByRole('button', { name: 'Go to payment' }))
    await advance(1)
    expect(address()).toBe('/checkout/payment')
  })

  it('offers no extension when none is left', async () => {
    await openPage(1.5, 0)
    await advance(1)
    expect(screen.getByRole('alertdialog').textContent).toContain('No more time can be added.')
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull()
  })

  it('asks for items without seats, and names those that were released', async () => {
    const end = aBasket({
      tickets: [],
      deadline: null,
      lapsedItems: [{ product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }],
    })
    const calls = fakeServer({
      basket: { read: () => end, addItem: () => aBasket({ tickets: [], items: [aProduct(2)], deadline: inMinutes(20) }) },
      site: { session: () => aSession(null, end) },
    })
    await openPage(0.1, 10, { tickets: [], items: [aProduct(2)] })
    await advance(1)
    expect(screen.getByRole('alertdialog', { name: 'Your items are held for 1 more minute' })).toBeTruthy()
    await advance(7)
    const dialog = screen.getByRole('alertdialog', { name: 'Your basket has expired' })
    expect(dialog.textContent).toContain('what it held for you was released')
    expect(dialog.textContent).toContain('Poster, A2 × 2')
    fireEvent.click(screen.getByRole('button', { name: 'Try the same again' }))
    await advance(1)
    expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toMatchObject({ product: 'poster', variant: 'a2', quantity: 2 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('tries every hold, and names those that are lost beside what is held again', async () => {
    const poster = { product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }
    const mug = { ...poster, product: 'mug', name: 'Mug', quantity: 1 }
    const end = aBasket({ tickets: [], deadline: null, lapsedItems: [mug, poster, { ...mug, product: 'pin', name: 'Pin' }] })
    const calls = fakeServer({
      basket: {
        read: () => end,
        addItem: ({ body }) =>
          'product' in body && body.product === 'poster'
            ? refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 0 }))
            : aBasket({ tickets: [], items: [aProduct(1)], deadline: inMinutes(20) }),
      },
      site: { session: () => aSession(null, end) },
    })
    await openPage(0.05, 10, { tickets: [], items: [aProduct(2)] })
    await advance(5)
    fireEvent.click(screen.getByRole('button', { name: 'Try the same again' }))
    await advance(1)
    expect(calls.filter(({ call }) => call === 'basket.addItem').map(({ body }) => (body as typeof poster).product)).toEqual([
      'mug',
      'poster',
      'pin',
    ])
    const dialog = screen.getByRole('alertdialog', { name: 'These could not be held again' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['Poster, A2 × 2Not enough are left'])
    expect(dialog.textContent).not.toContain('0 of')
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('These could not be held again'))
    fireEvent.click(screen.getByRole('button', { name: 'Keep the rest' }))
    await advance(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('names all that is lost, and offers to start again, where nothing is held again', async () => {
    const end = aBasket({
      tickets: [],
      deadline: null,
      lapsed: twoSeats,
      lapsedItems: [{ product: 'poster', variant: 'a2', type: 'merchandise', name: 'Poster, A2', quantity: 2 }],
    })
    fakeServer({
      basket: {
        read: () => end,
        addTickets: () => refuse(problem('seats-taken', { seats: ['stalls-f-12'], instead: null })),
        addItem: () => refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 0 })),
      },
      site: { session: () => aSession(null, end) },
    })
    await openPage(0.05)
    await advance(5)
    fireEvent.click(screen.getByRole('button', { name: 'Try the same again' }))
    await advance(1)
    const dialog = screen.getByRole('alertdialog', { name: 'These could not be held again' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([expect.stringMatching(/^The Tempest, 2 tickets./), 'Poster, A2 × 2Not enough are left'])
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Start again'])
  })

  it('holds a lapsed package again as a package, at its price', async () => {
    const full = aBasket()
    const { tickets } = full
    const { instance } = tickets[0]!
    const own = tickets.filter((ticket) => ticket.instance === instance)
    const choice = [{ package: null, part: 'tempest', instance }]
    const sold = { id: '01920000-0000-7000-8000-000000000004', package: 'tempest-pass', kind: 'fixed' as const, name: { text: 'The pass' } }
    const packages = [{ ...sold, choice, tickets: own.map(({ id }) => id), amount: money(80_00), saved: money(10_00) }]
    const seats = own.map(({ seat }) => seat)
    const end = aBasket({
      tickets: [],
      deadline: null,
      lapsed: [{ instance, event: 'the-tempest', title: 'The Tempest', copyLanguage: 'en', seats }],
    })
    const calls = fakeServer({
      basket: { read: () => end },
      packages: { hold: () => ({ ...full, packages, held: sold.id }) },
      site: { session: () => aSession(null, end) },
    })
    // Longer than a busy machine takes to open the page.
    await openPage(1, 10, { tickets: own, packages })
    await advance(62)
    fireEvent.click(screen.getByRole('button', { name: 'Try the same seats again' }))
    await advance(1)
    expect(calls.some(({ call }) => call === 'basket.addTickets')).toBe(false)
    expect(calls.find(({ call }) => call === 'packages.hold')?.body).toEqual({
      package: 'tempest-pass',
      party: [{ priceType: own[0]!.priceType, quantity: own.length }],
      performances: [{ ...choice[0], seats: own.map(({ seat, priceType }) => ({ seat, priceType })) }],
    })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows that the basket has expired, and holds the same seats again', async () => {
    const lapsed = aBasket({
      tickets: [],
      deadline: null,
      lapsed: twoSeats,
    })
    const calls = fakeServer({
      basket: { read: () => lapsed, addTickets: () => ({ ...aBasket(), lost: null }) },
      site: { session: () => aSession(null, lapsed) },
    })
    await openPage(0.05)
    await advance(5)
    expect(screen.getByRole('alertdialog', { name: 'Your basket has expired' }).textContent).toContain(
      'Your basket has expired: the seats were released, and anything that went with them was removed. Your details are saved.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Try the same seats again' }))
    await advance(1)
    expect(calls.find(({ call }) => call === 'basket.addTickets')?.body).toEqual({
      instance: 'the-tempest-1',
      seats: [
        { seat: 'stalls-f-12', priceType: 'full' },
        { seat: 'stalls-f-13', priceType: 'full' },
      ],
    })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
