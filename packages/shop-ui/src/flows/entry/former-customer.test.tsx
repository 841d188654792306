// @vitest-environment jsdom
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LoginStyle } from '@playhouse/domain/brand'
import { contract, type Endpoint } from '@playhouse/api-client/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onOtherTabsChange } from '#browser'
import { useDrafts } from '#client-state'
import { applySignIn, applySignInElsewhere, queryClient, sessionQuery, useHeldTickets } from '#server-state'
import { aBasket, aBrand, aCustomer, type Answers, aSession, openScreen, fakeServer, closeScreen } from '#testing'
import { AccountFrame } from '../account/AccountFrame.tsx'
import { AuthenticationPage, ResetPasswordPage, SignInPage } from './index.ts'

/** The part of `CacheStorage` that the shop uses. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, entries)
    return { put: async (path: string, response: Response) => void entries.set(path, response) }
  }
  const match = async (path: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.get(path)?.clone()
  return { open, match, delete: async (name: string) => stores.delete(name), stores }
}
let caches: ReturnType<typeof fakeCaches>
const former = { ...aCustomer, id: 'former', email: 'former@example.org' }
const storeOf = (): string[] => [...caches.stores.keys()]
const keepTicketsOf = async (customer: string): Promise<void> =>
  void (await (await caches.open('tickets')).put('/kept-tickets', Response.json({ customer, tickets: [] })))

beforeEach(async () => {
  caches = fakeCaches()
  vi.stubGlobal('caches', caches)
  await keepTicketsOf(former.id)
  const { changeOwner, saveForm, chooseSeats } = useDrafts.getState()
  changeOwner(former.id)
  saveForm('billing', { firstName: 'Former', line1: '1 Secret Lane' })
  chooseSeats('hamlet-1', [{ seat: 's1', priceType: 'full' }])
})
afterEach(closeScreen)

const signedIn = aSession(aCustomer, aBasket())
const guest = aSession({ ...aCustomer, isGuest: true }, aBasket())
const signedOut = aSession(null, aBasket())
const responses: Answers = {
  auth: {
    login: () => signedIn,
    register: () => signedIn,
    redeemMagicLink: () => signedIn,
    redeemReset: () => signedOut,
    logout: () => signedOut,
    guest: () => guest,
    openOrder: () => ({ order: 'ABCD2345', session: guest }),
  },
  basket: { read: () => aBasket() },
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const typeInto = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const frame = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
/** Opens the sign-in page at a path, and types the email address. */
async function openSignIn(at: string, style: LoginStyle) {
  const brand = aBrand({ login: { style, searchesCustomers: false }, registration: { hidden: [], required: [] } })
  await openScreen({ at, brand, routes: [{ path: at, element: <SignInPage /> }] })
  await screen.findByLabelText('Email address')
  typeInto('Email address', 'ada@example.org')
}
function typeName() {
  typeInto('First name', 'Ada')
  typeInto('Last name', 'King')
}
const openLink = (hash: string) =>
  openScreen({ at: `/authentication#${hash}`, routes: [{ path: '/authentication', element: <AuthenticationPage /> }] })

/** Each endpoint that returns a new session, with the screen that calls it. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  login: async () => {
    await openSignIn('/login', 'standard')
    typeInto('Password', 'Tempest1')
    await press('Sign in')
  },
  register: async () => {
    await openSignIn('/register', 'standard')
    typeInto('Choose a password', 'Tempest1')
    typeName()
    await press('Register and continue')
  },
  redeemReset: async () => {
    await openScreen({ at: '/reset-password#token=secret-token', routes: [{ path: '/reset-password', element: <ResetPasswordPage /> }] })
    await screen.findByLabelText('New password')
    typeInto('New password', 'Tempest1')
    await press('Save the new password')
  },
  logout: async () => {
    await openScreen({ at: '/account', customer: former, routes: [{ path: '/account', element: <AccountFrame>Orders</AccountFrame> }] })
    await press('Sign out')
  },
  redeemMagicLink: async () => {
    await openLink('token=secret-token')
    await press('Sign in')
  },
  openOrder: () => openLink('order=secret-token'),
  guest: async () => {
    await openSignIn('/checkout/account', 'guest')
    typeName()
    await press('Continue as a guest')
  },
}

describe('a change of the customer on this device', () => {
  it.each(Object.entries(ways))('by %s deletes the tickets and drafts of the former customer', async (name, goIn) => {
    const calls = fakeServer(responses)
    await goIn()
    await waitFor(() => expect(calls.map((call) => call.call)).toContain(`auth.${name}`))
    await waitFor(() => expect(storeOf()).toEqual([]))
    const { forms, seats } = useDrafts.getState()
    expect(JSON.stringify({ forms, seats })).not.toMatch(/Former|Secret|hamlet/)
    expect(sessionStorage.getItem('drafts')).not.toMatch(/Former|Secret|hamlet/)
  })

  it('is tested for each endpoint that returns a session', () => {
    const returnsSession = ({ method, reply }: Endpoint): boolean =>
      method !== 'GET' && (reply === contract.site.session.reply || (reply as { shape?: object }).shape?.hasOwnProperty('session') === true)
    const endpoints = Object.values(contract).flatMap((group) =>
      Object.entries(group as Record<string, Endpoint>).flatMap(([name, endpoint]) => (returnsSession(endpoint) ? [name] : [])),
    )
    expect(endpoints.toSorted()).toEqual(Object.keys(ways).toSorted())
  })

  it('keeps the data of the same customer, and form values from before the first sign-in', async () => {
    fakeServer(responses)
    await applySignIn(aSession(former, aBasket()))
    expect([storeOf(), useDrafts.getState().forms['billing']]).toMatchObject([['tickets'], { firstName: 'Former' }])
    useDrafts.getState().deleteAll()
    useDrafts.getState().saveForm('billing', { firstName: 'Ada' })
    await applySignIn(signedIn)
    expect(useDrafts.getState().forms['billing']).toEqual({ firstName: 'Ada' })
  })
})

describe('a tab in the background', () => {
  /** Another tab signs a customer in or out. */
  const signInElsewhere = (customer: string | undefined): void => {
    const tab = new BroadcastChannel('basket')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only one origin
    tab.postMessage({ customer })
    tab.close()
  }

  beforeEach(() => onTestFinished(onOtherTabsChange((message) => void applySignInElsewhere(message))))

  it.each([aCustomer.id, undefined])('deletes its drafts and what it stored since, when another tab signs in %s', async (customer) => {
    signInElsewhere(customer)
    await waitFor(() => expect(storeOf()).toEqual([]))
    expect(useDrafts.getState().forms).toEqual({})
  })

  it('does not store tickets that arrive after the sign-in', async () => {
    let arrive = (): void => {}
    const arrival = new Promise<void>((resolve) => (arrive = resolve))
    const guestBasket = { customer: former.id, tickets: [] }
    let isAsked = false
    vi.stubGlobal('fetch', async () => {
      isAsked = true
      await arrival
      return Response.json(guestBasket)
    })
    renderHook(useHeldTickets, { wrapper: frame })
    await waitFor(() => expect(isAsked).toBe(true))
    signInElsewhere(aCustomer.id)
    await waitFor(() => expect(storeOf()).toEqual([]))
    arrive()
    await act(() => arrival)
    await waitFor(() => expect(queryClient.isFetching({ queryKey: ['held'] })).toBe(0))
    expect(storeOf()).toEqual([])
  })

  it('reloads when another customer is signed in, and drops the drafts', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    fakeServer({ site: { session: () => signedIn } })
    queryClient.setQueryData(sessionQuery.queryKey, aSession(former, aBasket()))
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    expect(reload).toHaveBeenCalledTimes(1)
    expect(useDrafts.getState().forms).toEqual({})
  })

  it('keeps page and drafts when the session has expired', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    fakeServer({ site: { session: () => signedOut } })
    queryClient.setQueryData(sessionQuery.queryKey, aSession(former, aBasket()))
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    expect(reload).not.toHaveBeenCalled()
    expect([storeOf(), useDrafts.getState().forms['billing']]).toMatchObject([['tickets'], { firstName: 'Former' }])
  })
})
