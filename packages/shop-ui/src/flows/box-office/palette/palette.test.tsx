// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { PaletteButton } from './PaletteButton.tsx'

afterEach(closeScreen)

async function open(role: StaffRole) {
  const counterState: CounterState = {
    clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
    ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
  }
  const production = {
    id: 'lear',
    title: 'King Lear',
    state: 'draft' as const,
    version: 1,
    performances: 0,
    drafts: 0,
    first: null,
    last: null,
  }
  fakeServer({ planning: { productions: () => ({ productions: [production] }) }, counter: { instances: () => ({ instances: [] }) } })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  const { address } = await openScreen({
    at: '/smart',
    routes: [
      { path: '/smart', element: <PaletteButton /> },
      { path: '/*', element: <PaletteButton /> },
    ],
  })
  await loadMessages('counter')
  await screen.findByRole('button')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  return { address, field, type: (value: string) => fireEvent.change(field, { target: { value } }) }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('opens with Ctrl+K and opens what Enter is pressed on, with the focus in the field', async () => {
  const { address, field, type } = await open('programmer')
  await waitFor(() => expect(options()).toContain('King Lear'))
  type('lear')
  await waitFor(() => expect(options()).toEqual(['King Lear']))
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyUp(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyUp(field, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/smart/productions/lear'))
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('opens the lists of the catalogue, and its forms for those who may change them', async () => {
  const { address, field, type } = await open('programmer')
  type('menu')
  await waitFor(() => expect(options()).toEqual(['Menus', 'New menu']))
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyUp(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyUp(field, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/smart/catalogue/menu'))
})

it('shows no form of the catalogue to a role that reads it', async () => {
  const { type } = await open('finance')
  type('menu')
  await waitFor(() => expect(options()).toEqual(['Menus']))
  type('access')
  expect(await screen.findByText('Nothing has these letters.')).toBeTruthy()
})

it('shows only screens that the role may open, and an order by its number', async () => {
  const { type } = await open('clerk')
  await waitFor(() => expect(options()).toContain('Customers'))
  type('staff')
  expect(await screen.findByText('Nothing has these letters.')).toBeTruthy()
  type('abcd2345')
  await waitFor(() => expect(options()).toEqual(['Order ABCD2345']))
})
