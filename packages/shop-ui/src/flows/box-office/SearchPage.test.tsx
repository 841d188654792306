// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, GuestOrder } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen } from '#testing'
import { counterStateQuery } from './counter-state.ts'
import { SearchPage } from './SearchPage.tsx'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'clerk' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const orderOf = (number: string): GuestOrder => ({
  ...{ number, firstName: 'Zenobia', lastName: 'Quill', email: 'zenobia@example.org', phone: '0207 9460000' },
  placedAt: '2026-11-20T12:00:00Z',
})

async function search(guestOrders: GuestOrder[], { customers = 0, hasMoreGuestOrders = false } = {}): Promise<void> {
  const customer = { title: '', firstName: 'Zenobia', lastName: 'Arden', email: 'z@example.org', phone: '', postcode: null }
  fakeServer({
    staff: {
      desk: () => counterState,
      findCustomers: () => ({
        customers: Array.from({ length: customers }, (_, at) => ({ ...customer, id: `a4b5c6d7-0000-4000-8000-00000000002${at}` })),
        ...{ guestOrders, hasMoreGuestOrders },
      }),
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({ at: '/smart/customer/search', routes: [{ path: '/smart/customer/search', element: <SearchPage /> }] })
  await loadMessages('counter')
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'zenobia' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
}

it('lists the orders of guests as links, and focuses the first where no customer was found', async () => {
  await search([orderOf('PH4K2M'), orderOf('PH4K2L')])
  const link = await screen.findByRole('link', { name: 'PH4K2M' })
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(link.getAttribute('href')).toBe('/smart/orders/PH4K2M')
  expect(screen.getByRole('heading', { name: 'Orders of guests, the newest first' })).toBeTruthy()
  expect(screen.queryByText(/Serve/)).toBeNull()
  expect(screen.queryByText(/Only the newest/)).toBeNull()
})

it('focuses a customer before the orders of guests, and states that there may be more of these', async () => {
  await search(
    Array.from({ length: 25 }, (_, at) => orderOf(`PH4K${at}`)),
    { customers: 1, hasMoreGuestOrders: true },
  )
  const serve = await screen.findByRole('button', { name: 'Serve Zenobia Arden' })
  await waitFor(() => expect(document.activeElement).toBe(serve))
  expect(screen.getByText('Only the newest 25 are listed.')).toBeTruthy()
})
