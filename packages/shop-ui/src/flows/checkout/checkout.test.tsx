// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { useDrafts } from '#client-state'
import { aBasket, aBrand, aCustomer, anAddress, type Answers, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { CheckoutLayout, steps } from './index.ts'

afterEach(closeScreen)

const routes = [
  {
    path: '/checkout',
    element: <CheckoutLayout />,
    children: [
      { path: 'basket', element: <h1>basket</h1> },
      { path: 'account', element: <h1>account</h1> },
      ...steps.filter(({ id }) => id !== 'payment').map(({ id, Screen }) => ({ path: id, element: <Screen /> })),
      { path: 'payment', element: <h1>payment</h1> },
    ],
  },
]
const details = { ...aCustomer, prefix: '', middleName: '', birth: null }
const customerApi: NonNullable<Answers['me']> = {
  read: () => ({ customer: details, address: anAddress }),
  addresses: () => ({ addresses: [] }),
}
const validation: Answers['checkout'] = { validate: ({ params: { page } }) => ({ next: page === 'ordersummary' ? 'billing' : 'payment' }) }
const openStep = (step: string, basket = aBasket(), customer: typeof aCustomer | null = aCustomer) =>
  openScreen({ at: `/checkout/${step}`, routes, basket, customer })
const typeInto = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const pressContinue = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }))

describe('the frame of the checkout', () => {
  it('redirects a step that is not open yet to the open step', async () => {
    const { address } = await openStep('payment', aBasket(), null)
    await screen.findByRole('heading', { name: 'account' })
    expect(address()).toBe('/checkout/account?next=/checkout/payment')
  })

  it('goes back to the step at which the session had ended', async () => {
    fakeServer({ me: customerApi })
    const { address } = await openScreen({
      at: '/checkout/account?next=/checkout/billing',
      routes,
      basket: aBasket({ termsAccepted: true }),
      customer: aCustomer,
    })
    await screen.findByRole('heading', { name: 'Who is paying?' })
    expect(address()).toBe('/checkout/billing')
  })

  it('skips the account step of a signed-in customer, but no later step', async () => {
    fakeServer({ me: customerApi })
    const { address } = await openStep('account')
    await screen.findByRole('heading', { name: 'How would you like your tickets?' })
    expect(address()).toBe('/checkout/delivery')
  })

  it('names the brand’s steps, marks the current one and links the earlier ones', async () => {
    await openStep('summary')
    const steps = await screen.findByRole('navigation', { name: 'Steps of your order' })
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toHaveLength(6)
    expect(within(steps).getByText('Check your order').closest('[aria-current=step]')).toBeTruthy()
    expect(within(steps).getByRole('link', { name: /Basket/ })).toBeTruthy()
    expect(within(steps).queryByRole('link', { name: /Payment/ })).toBeNull()
  })

  it('shows the order, the time left and the contact details', async () => {
    fakeServer({ me: customerApi })
    await openStep('delivery')
    expect((await screen.findByRole('region', { name: 'Your order' })).textContent).toContain('£90.00')
    expect(screen.getByRole('timer')).toBeTruthy()
    expect(screen.getByRole('complementary', { name: 'Need a hand?' }).textContent).toContain(aBrand().contact.phone)
  })

  it('extends the hold by one press and announces the new deadline', async () => {
    const deadline = '2031-01-01T20:40:00Z'
    const calls = fakeServer({ basket: { extend: () => aBasket({ deadline, extensionsLeft: 9 }) } })
    await openStep('summary')
    fireEvent.click(await screen.findByRole('button', { name: 'Give me more time' }))
    await screen.findByText('You have more time. Everything in your basket is held until 8.40pm.')
    expect(calls.map(({ call }) => call)).toEqual(['basket.extend'])
  })
})

describe('DeliveryPage', () => {
  it('presets E-tickets and asks for no address', async () => {
    const calls = fakeServer({ me: customerApi, basket: { setDelivery: () => aBasket() } })
    const { address } = await openStep('delivery')
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /E-tickets/ })).checked).toBe(true)
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/summary'))
    expect(calls.at(-1)?.body).toEqual({ method: 'print-at-home', address: null })
  })

  it('asks for the postal address, filled in from the account', async () => {
    const calls = fakeServer({ me: customerApi, basket: { setDelivery: () => aBasket() } })
    const { address } = await openStep('delivery')
    fireEvent.click(await screen.findByRole('radio', { name: /Post/ }))
    expect(screen.getByLabelText<HTMLInputElement>(/Address line 1/).value).toBe('1 Tooley Street')
    typeInto(/Address line 2/, 'Flat 3')
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/summary'))
    expect(calls.at(-1)?.body).toEqual({ method: 'postal', address: { ...anAddress, line2: 'Flat 3' } })
  })

  it('shows missing address fields in the summary and at the field', async () => {
    fakeServer({ me: { ...customerApi, read: () => ({ customer: details, address: null }) } })
    await openStep('delivery')
    fireEvent.click(await screen.findByRole('radio', { name: /Post/ }))
    pressContinue()
    const summary = (await screen.findByRole('link', { name: 'City is required.' })).closest<HTMLElement>('[role=alert]')!
    for (const message of ['Address line 1 is required.', 'City is required.', 'County is required.', 'Postcode is required.']) {
      expect(within(summary).getByRole('link', { name: message })).toBeTruthy()
    }
    await waitFor(() => expect(document.activeElement).toBe(summary))
    fireEvent.click(within(summary).getByRole('link', { name: 'City is required.' }))
    expect(document.activeElement).toBe(screen.getByLabelText(/City/))
    const described = screen.getByLabelText(/City/).getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('City is required.')
  })
})

describe('SummaryPage', () => {
  it('shows the whole order, with links to change each part', async () => {
    await openStep('summary')
    expect((await screen.findByRole('link', { name: 'Change your tickets' })).getAttribute('href')).toBe('/checkout/basket')
    expect(screen.getByRole('link', { name: 'Change the delivery' }).getAttribute('href')).toBe('/checkout/delivery')
    expect(screen.getAllByText(/Stalls, row F, seat 13/).length).toBeGreaterThan(0)
  })

  it('counts the remaining characters of a note', async () => {
    await openStep('summary')
    await screen.findByLabelText(/Access needs/)
    typeInto(/Access needs/, 'x'.repeat(490))
    expect(screen.getByText('10 characters left')).toBeTruthy()
    typeInto(/Access needs/, 'x'.repeat(499))
    expect(screen.getByText('1 character left')).toBeTruthy()
  })

  it('requires the terms to be accepted', async () => {
    const calls = fakeServer({ basket: { setNotes: () => aBasket({ termsAccepted: true }) }, me: customerApi, checkout: validation })
    const { address } = await openStep('summary')
    await screen.findByText(/tell the box office at least 2 hours before the performance begins/)
    await screen.findByRole('checkbox')
    // They open in another tab, so that the form keeps its values.
    const read = screen.getByRole('link', { name: /^Read the terms and conditions/ })
    expect([read.getAttribute('href'), read.getAttribute('target')]).toEqual(['/terms', '_blank'])
    typeInto(/Note for your order/, 'A birthday')
    pressContinue()
    expect((await screen.findAllByText('Please accept the terms and conditions.')).length).toBe(2)
    expect(calls).toEqual([])
    fireEvent.click(screen.getByRole('checkbox', { name: 'I accept the terms and conditions' }))
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/billing'))
    expect(calls[0]?.body).toEqual({ order: 'A birthday', access: '', termsAccepted: true })
  })
})

describe('a step whose session has ended', () => {
  it('leads to the sign-in page and keeps what was typed', async () => {
    const basket = aBasket({ termsAccepted: true })
    fakeServer({
      me: customerApi,
      basket: { setBilling: () => refuse(problem('login-required')), read: () => basket },
      site: { session: () => aSession(null, basket) },
    })
    const { address } = await openStep('billing', basket)
    await screen.findByLabelText(/First name/)
    typeInto(/First name/, 'Augusta')
    pressContinue()
    await waitFor(() => expect(address()).toBe('/login?next=/checkout/billing'))
    expect(useDrafts.getState().forms['billing']).toMatchObject({ firstName: 'Augusta' })
  })

  it('is the target after the sign-in when the basket was lost with the session', async () => {
    const emptyBasket = aBasket({ tickets: [] })
    fakeServer({
      me: customerApi,
      basket: { setBilling: () => refuse(problem('login-required')), read: () => emptyBasket },
      site: { session: () => aSession(null, emptyBasket) },
    })
    const { address } = await openStep('billing', aBasket({ termsAccepted: true }))
    await screen.findByLabelText(/First name/)
    pressContinue()
    await waitFor(() => expect(address()).toBe('/login?next=/checkout/billing'))
  })
})

describe('BillingPage', () => {
  const ready = aBasket({ termsAccepted: true })

  it('is filled in from the account, the address included', async () => {
    const calls = fakeServer({
      me: customerApi,
      checkout: validation,
      basket: {
        setBilling: () => aBasket({ termsAccepted: true, billing: { firstName: 'Ada', lastName: 'King', phone: '', address: anAddress } }),
      },
    })
    const { address } = await openStep('billing', ready)
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Same as my address' })).checked).toBe(true)
    pressContinue()
    await waitFor(() => expect(address()).toBe('/checkout/payment'))
    expect(calls.find(({ call }) => call === 'basket.setBilling')?.body).toEqual({
      firstName: 'Ada',
      lastName: 'King',
      phone: aCustomer.phone,
      address: anAddress,
    })
  })

  it('asks for another address on request', async () => {
    fakeServer({ me: customerApi })
    await openStep('billing', ready)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Same as my address' }))
    pressContinue()
    expect(await screen.findByRole('link', { name: 'Postcode is required.' })).toBeTruthy()
    expect(screen.getByLabelText(/Postcode/).getAttribute('autocomplete')).toBe('billing postal-code')
  })

  it.each([
    ['', 'Phone number is required.'],
    ['call me', 'Please check the formatting of the phone number, only use numbers.'],
  ])('rejects %j as a phone number', async (phone, message) => {
    fakeServer({ me: customerApi })
    await openStep('billing', ready)
    await screen.findByLabelText(/Phone number/)
    typeInto(/Phone number/, phone)
    pressContinue()
    expect(await screen.findByRole('link', { name: message })).toBeTruthy()
  })

  it('keeps typed values when the page is left before they are sent', async () => {
    fakeServer({ me: customerApi })
    const first = await openStep('billing', ready)
    await screen.findByLabelText(/First name/)
    typeInto(/First name/, 'Augusta')
    first.unmount()
    await openStep('billing', ready)
    expect((await screen.findByLabelText<HTMLInputElement>(/First name/)).value).toBe('Augusta')
  })
})
