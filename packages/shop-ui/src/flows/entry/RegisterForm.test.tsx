// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { useDrafts } from '#client-state'
import { aBrand, anAddress, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { errors, knownCustomer, press, routes, typeInto } from './testing/sign-in-screen.tsx'

afterEach(closeScreen)

describe('registering', () => {
  async function reachForm(answers = knownCustomer, brand = aBrand()) {
    const calls = fakeServer(answers)
    const visit = await openScreen({ at: '/register', routes, brand })
    await screen.findByLabelText('Choose a password')
    return { calls, ...visit }
  }
  function fillIn() {
    typeInto('Email address', 'ada@example.org')
    typeInto('Choose a password', 'Tempest1')
    typeInto('First name', 'Ada')
    typeInto('Last name', 'King')
    typeInto('Phone number', '+44 (0)20 7946-0018')
    typeInto('Address line 1', anAddress.line1)
    typeInto('City', anAddress.city)
    typeInto('County', anAddress.county)
    typeInto('Postcode', anAddress.postcode)
  }

  it('requires the brand’s fields, with the messages of the specification', async () => {
    await reachForm()
    press('Register and continue')
    await waitFor(() =>
      expect(new Set(errors())).toEqual(
        new Set([
          'Email is required.',
          'Password is required.',
          'First name is required.',
          'Last name is required.',
          'Phone number is required.',
          'Address line 1 is required.',
          'City is required.',
          'County is required.',
          'Postcode is required.',
        ]),
      ),
    )
  })

  it('asks for no address where the brand does not', async () => {
    const brand = aBrand({ registration: { hidden: [], required: [] } })
    const { calls } = await reachForm(knownCustomer, brand)
    expect(screen.queryByLabelText('Postcode')).toBeNull()
    typeInto('Email address', 'ada@example.org')
    typeInto('Choose a password', 'Tempest1')
    typeInto('First name', 'Ada')
    typeInto('Last name', 'King')
    press('Register and continue')
    await waitFor(() => expect(calls.find(({ call }) => call === 'auth.register')?.body).not.toHaveProperty('address'))
  })

  it.each([
    ['legacy', 'tempest', 'Your password must be 6 - 20 characters consisting of uppercase and lowercase letters and at least one digit.'],
    ['modern', 'Tempest1', 'Your password must be 12 - 128 characters.'],
  ] as const)('holds to the %s rule for passwords', async (passwordPolicy, password, message) => {
    await reachForm(knownCustomer, aBrand({ passwordPolicy }))
    fillIn()
    typeInto('Choose a password', password)
    press('Register and continue')
    await waitFor(() => expect(errors()).toEqual([message]))
  })

  it('sends the form values, without marketing consent by default', async () => {
    const { calls } = await reachForm()
    fillIn()
    press('Register and continue')
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('auth.register'))
    expect(calls[0]?.body).toEqual({
      email: 'ada@example.org',
      password: 'Tempest1',
      title: '',
      firstName: 'Ada',
      lastName: 'King',
      phone: '+44 (0)20 7946-0018',
      address: anAddress,
      marketing: false,
    })
  })

  it('asks for the county or the state of the country, and keeps the text when the country changes', async () => {
    const { calls } = await reachForm()
    fillIn()
    fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'US' } })
    const state = await screen.findByLabelText<HTMLInputElement>('State or region')
    await waitFor(() => expect(state.value).toBe(anAddress.county))
    expect(screen.queryByLabelText('County')).toBeNull()
    typeInto('State or region', '')
    press('Register and continue')
    await waitFor(() => expect(errors()).toEqual(['State is required.']))
    typeInto('State or region', 'NY')
    press('Register and continue')
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('auth.register'))
    expect(calls[0]?.body).toMatchObject({ address: { county: '', state: 'NY', country: 'US' } })
  })

  it('shows beside the field that a password is too common', async () => {
    await reachForm({ auth: { register: () => refuse(problem('password-too-common')) } })
    fillIn()
    press('Register and continue')
    await waitFor(() => expect(errors()).toHaveLength(1))
    expect(screen.getByLabelText('Choose a password').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows that an account may exist already', async () => {
    await reachForm({ auth: { register: () => refuse(problem('register-failed')) } })
    fillIn()
    press('Register and continue')
    expect(await screen.findByText(/may already/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada')
  })

  it('saves the form values in this tab, but never a password', async () => {
    const first = await reachForm()
    fillIn()
    first.unmount()
    expect(JSON.stringify(useDrafts.getState().forms)).not.toContain('Tempest1')
    await reachForm()
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('London')
    expect(screen.getByLabelText<HTMLInputElement>('Choose a password').value).toBe('')
  })
})
