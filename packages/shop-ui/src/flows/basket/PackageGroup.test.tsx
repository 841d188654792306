// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { aBasket, closeScreen, fakeServer, openScreen, twoTickets } from '#testing'
import { BasketPage } from './index.ts'

afterEach(closeScreen)

const [first, second] = [twoTickets[0]!, twoTickets[1]!]
const routes = [{ path: '/checkout/basket', element: <BasketPage /> }]

it('removes a ticket of a package only with the whole package, after a warning', async () => {
  const sold = {
    ...{ id: 'package-1', package: 'two-plays', kind: 'fixed' as const, name: { text: 'Two plays' }, choice: [] },
    ...{ tickets: [first.id, second.id], amount: money(60_00), saved: money(9_00) },
  }
  const calls = fakeServer({ packages: { remove: () => aBasket({ tickets: [], packages: [] }) } })
  await openScreen({ at: '/checkout/basket', routes, basket: aBasket({ packages: [sold] }) })
  expect((await screen.findByRole('region', { name: 'Two plays' })).textContent).toContain('You save £9.00.')
  fireEvent.click(screen.getByRole('button', { name: /^Remove .*seat 12/ }))
  const warning = await screen.findByRole('alertdialog', { name: 'This removes the whole package' })
  expect(warning.textContent).toContain('All 2 tickets of the package are released.')
  fireEvent.click(within(warning).getByRole('button', { name: 'Keep the package' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.map(({ call }) => call)).not.toContain('packages.remove')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Two plays' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove the package' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your basket is empty' })))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Two plays was removed.'))
})
