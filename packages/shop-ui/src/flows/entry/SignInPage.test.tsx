// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aBrand, aCustomer, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { errors, knownCustomer, press, routes, signedIn, typeInto } from './testing/sign-in-screen.tsx'

afterEach(closeScreen)

async function reachPassword(responses = knownCustomer, at = '/checkout/account') {
  const calls = fakeServer(responses)
  const visit = await openScreen({ at, routes })
  await screen.findByLabelText('Email address')
  typeInto('Email address', 'ada@example.org')
  press('Continue')
  await screen.findByLabelText('Password')
  return { calls, ...visit }
}

describe('signing in', () => {
  it.each([
    ['', 'Email is required.'],
    ['ada.example.org', 'It looks like you might have typed your email address in wrong.'],
  ])('rejects %j as an address', async (email, message) => {
    await openScreen({ at: '/login', routes })
    await screen.findByLabelText('Email address')
    typeInto('Email address', email)
    press('Continue')
    await waitFor(() => expect(errors()).toEqual([message]))
  })

  it('keeps the address as a real username field beside the password', async () => {
    await reachPassword()
    const address = screen.getByLabelText<HTMLInputElement>('Email address')
    expect([address.value, address.autocomplete, address.readOnly]).toEqual(['ada@example.org', 'username', true])
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect(password.autocomplete).toBe('current-password')
    expect(document.activeElement).toBe(password)
  })

  it('moves the focus to the next form: another address, and registration', async () => {
    await reachPassword()
    press('Use another email address')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email address')))
    press('Continue')
    await screen.findByLabelText('Password')
    press('Register')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Choose a password')))
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@example.org')
    expect(screen.queryByText(/There is no account/)).toBeNull()
  })

  it('requires a password', async () => {
    await reachPassword()
    press('Sign in')
    await waitFor(() => expect(errors()).toEqual(['Password is required.']))
  })

  it('continues to the next step of the checkout', async () => {
    const { calls, address } = await reachPassword()
    typeInto('Password', 'Tempest1')
    press('Sign in')
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    expect(calls.find(({ call }) => call === 'auth.login')?.body).toEqual({ email: 'ada@example.org', password: 'Tempest1' })
  })

  it('returns to the requested page, and never leaves the shop', async () => {
    const { address } = await reachPassword(knownCustomer, '/login?next=%2Faccount%2Fyour-orders%2FB1')
    typeInto('Password', 'Tempest1')
    press('Sign in')
    await waitFor(() => expect(address()).toBe('/account/your-orders/B1'))
  })

  it.each([
    [problem('login-failed'), /try again/i],
    [problem('account-locked'), /reset/i],
  ])('shows what to do after $code, and keeps the form values', async (code, words) => {
    await reachPassword({ auth: { ...knownCustomer.auth, login: () => refuse(code) } })
    typeInto('Password', 'wrong')
    press('Sign in')
    await screen.findAllByText(words)
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
  })

  it('links to the password reset, and again where the account is locked', async () => {
    await reachPassword({ auth: { ...knownCustomer.auth, login: () => refuse(problem('account-locked')) } })
    expect(screen.getByRole('link', { name: 'Forgotten your password?' }).getAttribute('href')).toBe('/reset-password')
    typeInto('Password', 'wrong')
    press('Sign in')
    expect((await screen.findByRole('link', { name: 'Reset your password' })).getAttribute('href')).toBe('/reset-password')
  })
})

describe('the first of two steps', () => {
  it('shows what to do when no account has the address', async () => {
    fakeServer({ auth: { lookup: () => refuse(problem('no-customer')) } })
    await openScreen({ at: '/login', routes })
    await screen.findByLabelText('Email address')
    typeInto('Email address', 'new@example.org')
    press('Continue')
    await screen.findByText('There is no account with new@example.org. You can register below.')
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('new@example.org')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Choose a password')))
    press('Sign in')
    await screen.findByRole('button', { name: 'Continue' })
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  it('refers to the box office when several accounts have the address', async () => {
    fakeServer({ auth: { lookup: () => refuse(problem('too-many-responses')) } })
    await openScreen({ at: '/login', routes })
    await screen.findByLabelText('Email address')
    typeInto('Email address', 'two@example.org')
    press('Continue')
    expect(await screen.findByText(/contact the box office/)).toBeTruthy()
  })
})

describe('ways in that other brands have', () => {
  const styled = (style: 'standard' | 'guest' | 'streamlined') => aBrand({ login: { style, searchesCustomers: false } })

  it('asks for address and password on one page', async () => {
    const calls = fakeServer(knownCustomer)
    await openScreen({ at: '/login', routes, brand: styled('standard') })
    await screen.findByLabelText('Password')
    press('Sign in')
    await waitFor(() => expect(errors()).toEqual(['Email is required.', 'Password is required.']))
    typeInto('Email address', 'ada@example.org')
    typeInto('Password', 'Tempest1')
    press('Sign in')
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('auth.login'))
  })

  it('offers to buy as a guest, in the checkout only', async () => {
    const guest = aSession({ ...aCustomer, isGuest: true }, aBasket())
    const calls = fakeServer({ auth: { guest: () => guest }, basket: { read: () => aBasket() } })
    const brand = styled('guest')
    const { unmount } = await openScreen({ at: '/login', routes, brand })
    await screen.findByLabelText('Password')
    unmount()
    const { address } = await openScreen({ at: '/checkout/account', routes, brand })
    await screen.findByRole('heading', { name: 'Your details' })
    expect(screen.queryByLabelText('Password')).toBeNull()
    for (const [label, text] of [
      ['Email address', 'ada@example.org'],
      ['First name', 'Ada'],
      ['Last name', 'King'],
      ['Phone number', '020 7946 0018'],
    ] as const)
      typeInto(label, text)
    press('Continue as a guest')
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    expect(calls[0]?.body).toEqual({ email: 'ada@example.org', firstName: 'Ada', lastName: 'King', phone: '020 7946 0018' })
  })

  it('sends a link, with the same message for every address', async () => {
    const calls = fakeServer({ auth: { magicLink: () => ({ asked: true }) } })
    await openScreen({ at: '/login', routes, brand: styled('streamlined') })
    await screen.findByRole('button', { name: 'Send me a link' })
    typeInto('Email address', 'ada@example.org')
    press('Send me a link')
    await screen.findByText(/If there is an account for ada@example.org/)
    expect(calls.map(({ call }) => call)).toEqual(['auth.magicLink'])
  })

  it('requires a mobile number and every address line where the brand does', async () => {
    const brand = aBrand({ registration: { hidden: [], required: ['mobile', 'address', 'line2', 'line3'] } })
    await openScreen({ at: '/register', routes, brand })
    await screen.findByLabelText('Mobile number')
    press('Register and continue')
    await waitFor(() =>
      expect(errors()).toEqual(
        expect.arrayContaining(['Mobile number is required.', 'Address line 2 is required.', 'Address line 3 is required.']),
      ),
    )
  })

  it('asks for the parts of a name and the address that the brand shows', async () => {
    const calls = fakeServer(knownCustomer)
    const brand = aBrand({ registration: { hidden: [], required: [], offered: ['address'] } })
    await openScreen({ at: '/register', routes, brand })
    await screen.findByLabelText(/Prefix/)
    typeInto('Email address', 'ada@example.org')
    typeInto('Choose a password', 'Tempest1')
    typeInto('First name', 'Ada')
    typeInto(/Middle name/, 'Augusta')
    typeInto('Last name', 'King')
    typeInto(/^City/, 'London')
    press('Register and continue')
    await waitFor(() => expect(errors()).toEqual(['Please complete all address fields if providing an address.']))
    typeInto(/^City/, '')
    press('Register and continue')
    await waitFor(() => expect(calls).not.toEqual([]))
    expect(calls[0]?.body).toMatchObject({ middleName: 'Augusta', prefix: '' })
    expect(calls[0]?.body).not.toHaveProperty('address')
  })
})

describe('a basket from an earlier visit', () => {
  const waiting = {
    joined: { became: 'joined', tickets: 2 },
    apart: { became: 'kept-apart', tickets: 1, until: '2031-02-04T19:30:00Z' },
  } as const

  it.each([
    [waiting.joined, /2 tickets from your earlier visit were still held for you/],
    [waiting.apart, /You still hold 1 ticket from an earlier visit/],
  ])('is reported before the next screen: %j', async (otherBasket, words) => {
    const { address } = await reachPassword({
      ...knownCustomer,
      auth: { ...knownCustomer.auth, login: () => ({ ...signedIn, otherBasket }) },
    })
    typeInto('Password', 'Tempest1')
    press('Sign in')
    await screen.findByText(words)
    expect(address()).toBe('/checkout/account')
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/checkout/delivery')
  })
})
