// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aBrand, aCustomer, type Answers, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { ResetPasswordPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/reset-password', element: <ResetPasswordPage /> }]
const link = '/reset-password#token=from-the-mail'
const typeInto = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const headline = () => screen.getByRole('heading', { level: 1 }).textContent

describe('asking for a link', () => {
  async function ask(responses: Answers = { auth: { resetPassword: () => ({ asked: true }) } }) {
    const calls = fakeServer(responses)
    await openScreen({ at: '/reset-password', routes })
    await screen.findByLabelText('Email address')
    typeInto('Email address', 'ada@example.org')
    press('Send me a link')
    return calls
  }

  it('shows where to find the mail for any address, and focuses the notice', async () => {
    const calls = await ask()
    await screen.findByText('Look in your mailbox')
    expect(document.activeElement?.textContent).toContain('ada@example.org')
    expect(calls).toEqual([{ call: 'auth.resetPassword', path: '/auth/reset-password', body: { email: 'ada@example.org' } }])
  })

  it('keeps the address for correction', async () => {
    await ask()
    await screen.findByText('Look in your mailbox')
    press('Use another address')
    const field = await screen.findByLabelText<HTMLInputElement>('Email address')
    expect(field.value).toBe('ada@example.org')
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('shows when the rate limit is exceeded', async () => {
    await ask({ auth: { resetPassword: () => refuse(problem('too-many-requests', { retryAfterSeconds: 60 })) } })
    expect(await screen.findByText(/wait 60 seconds/)).toBeTruthy()
  })
})

describe('the link of the mail', () => {
  const done: Answers = { auth: { redeemReset: () => aSession(null, aBasket()) }, basket: { read: () => aBasket() } }
  async function choose(password: string, responses = done, tickets = aBasket().tickets) {
    const calls = fakeServer(responses)
    const visit = await openScreen({ at: link, routes, basket: aBasket({ tickets }), brand: aBrand({ passwordPolicy: 'legacy' }) })
    await screen.findByLabelText('New password')
    typeInto('New password', password)
    press('Save the new password')
    return { calls, ...visit }
  }

  it('is not redeemed by opening it', async () => {
    const calls = fakeServer(done)
    await openScreen({ at: link, routes })
    await screen.findByLabelText('New password')
    expect(calls).toEqual([])
    expect(headline()).toBe('Choose a new password')
  })

  it('sets the password, is removed from the address bar, and links to the sign-in', async () => {
    const { calls } = await choose('Tempest1')
    await screen.findByText('Your new password is set')
    expect(calls[0]).toMatchObject({ call: 'auth.redeemReset', body: { token: 'from-the-mail', password: 'Tempest1' } })
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/checkout/account')
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  it('signs out this browser too', async () => {
    fakeServer({ auth: { redeemReset: () => aSession(null, aBasket({ tickets: [] })) }, basket: { read: () => aBasket({ tickets: [] }) } })
    await openScreen({ at: link, routes, customer: aCustomer })
    await screen.findByLabelText('New password')
    typeInto('New password', 'Tempest1')
    press('Save the new password')
    await screen.findByText('Your new password is set')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it.each(['authentication-link-expired', 'reset-password-failed'] as const)('offers another link after %s', async (code) => {
    await choose('Tempest1', { auth: { redeemReset: () => refuse(problem(code)) } })
    await waitFor(() => expect(headline()).toBe('Reset your password'))
    expect(screen.getByText(/ask for a new link|request a new one/i)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email address')))
  })

  it.each([
    ['', 'New password is required.'],
    ['short', 'Your password must be 6 - 20 characters consisting of uppercase and lowercase letters and at least one digit.'],
  ])('rejects %j without a request', async (password, message) => {
    const { calls } = await choose(password)
    await waitFor(() => expect(screen.getByRole('link', { name: message })).toBeTruthy())
    expect(calls).toEqual([])
  })

  it('shows beside the field that a password is too common, and keeps the link', async () => {
    await choose('Password1', { auth: { redeemReset: () => refuse(problem('password-too-common')) } })
    await waitFor(() => expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true'))
  })
})
