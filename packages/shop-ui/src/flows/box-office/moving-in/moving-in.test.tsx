// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import type { MovingInSummary } from '@playhouse/domain/moving-in'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { MovingInPage } from './index.ts'

afterEach(closeScreen)

const administrator: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Theo Athens', email: 'theo@example.org', role: 'administrator' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const nothing: MovingInSummary = {
  ...{ problems: [], problemCount: 0, counts: [], kept: [], reconciliation: [], differences: 0, isImported: false },
}
const count = { created: 0, changed: 0, unchanged: 0, kept: 0, spentSince: 0 }
const summary: MovingInSummary = {
  ...nothing,
  counts: [
    { ...count, sheet: 'customers', created: 1200, kept: 1 },
    { ...count, sheet: 'permissions' },
    { ...count, sheet: 'memberships', changed: 1 },
    { ...count, sheet: 'vouchers', unchanged: 2, spentSince: 30_00 },
  ],
  kept: [{ sheet: 'customers', row: 17, reason: 'customer-uses-account' }],
  reconciliation: [
    { sheet: 'customers', part: null, rowsInFile: 1201, rowsInShop: 1201, sumInFile: null, sumInShop: null },
    { sheet: 'permissions', part: null, rowsInFile: 0, rowsInShop: 0, sumInFile: null, sumInShop: null },
    { sheet: 'memberships', part: 'priority', rowsInFile: 1, rowsInShop: 1, sumInFile: 60_00, sumInShop: 60_00 },
  ],
}
async function open(): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, administrator)
  await openScreen({ at: '/smart/moving-in', routes: [{ path: '/smart/moving-in', element: <MovingInPage /> }] })
  await Promise.all((['counter', 'planning', 'administration', 'movingIn'] as const).map((journey) => loadMessages(journey)))
  await screen.findByRole('heading', { name: 'Files of the former system' })
}
const choose = (...names: string[]): void => {
  const files = names.map((name) => new File(['rows'], name))
  fireEvent.change(document.querySelector<HTMLInputElement>('input[type=file]')!, { target: { files } })
}
const cellsOf = (table: string): (string | null)[][] =>
  [...screen.getByRole('region', { name: table }).querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
const sent = [{ name: 'customers.csv', file: btoa('rows') }]

it('asks for a fresh code, shows what would happen with the reconciliation, and moves the files in', async () => {
  const calls: [string, object][] = []
  let isFresh = false
  fakeServer({
    movingIn: {
      preview: ({ body }) => {
        calls.push(['preview', body.files])
        return isFresh ? summary : refuse(problem('second-factor-required'))
      },
      import: ({ body }) => {
        calls.push(['import', body.files])
        return { ...summary, isImported: true }
      },
    },
    staff: {
      desk: () => administrator,
      proveAgain: () => {
        isFresh = true
        return { proved: true as const }
      },
    },
  })
  await open()
  choose('customers.csv')
  fireEvent.change(await screen.findByRole('textbox', { name: /code/i }), { target: { value: '123 456' } })
  fireEvent.submit(screen.getByRole('form', { name: /code/i }))
  const heading = await screen.findByRole('heading', { name: 'What moving in would do' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(cellsOf('Rows by sheet')).toEqual([
    ['Sheet', 'New', 'Changed', 'As before', 'Kept as they are here', 'Spent here since'],
    ['Customers', '1,200', '0', '0', '1', ''],
    ['Memberships', '0', '1', '0', '0', ''],
    ['Gift vouchers', '0', '0', '2', '0', '£30.00'],
  ])
  expect(screen.getByText('Customers who use their account here keep its details: Customers, row 17')).toBeTruthy()
  expect(cellsOf('Reconciliation').slice(1)).toEqual([
    ['Customers', '1,201', '1,201', '', '', '0', ''],
    ['Memberships: priority', '1', '1', '£60.00', '£60.00', '0', '£0.00'],
  ])
  expect(screen.getByText('Every difference is 0.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move in' }))
  expect(await screen.findByRole('heading', { name: 'What moved in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Customers' }).getAttribute('href')).toBe('/smart/customer/search')
  expect(screen.queryByRole('button', { name: 'Move in' })).toBeNull()
  expect(calls).toEqual([
    ['preview', sent],
    ['preview', sent],
    ['import', sent],
  ])
})

it('lists everything that is wrong with what to write instead, and offers no import', async () => {
  const at = { sheet: 'customers', row: 3, column: 'e-mail', value: 'viola' }
  fakeServer({
    movingIn: {
      preview: () => ({
        ...{ ...nothing, problemCount: 4 },
        problems: [
          { ...at, fault: 'not-an-email', suggestion: null },
          { ...at, fault: 'repeated-email', suggestion: '2' },
          { ...at, sheet: 'credit', column: 'balance', value: 'ten', fault: 'not-an-amount', suggestion: '45.00' },
          { ...at, sheet: 'vouchers', column: 'balance', value: '20', fault: 'spent-here', suggestion: '30.00' },
        ],
      }),
    },
    staff: { desk: () => administrator },
  })
  await open()
  choose('customers.csv')
  expect(await screen.findByRole('heading', { name: 'Problems in the files' })).toBeTruthy()
  expect(cellsOf('Problems in the files').slice(1)).toEqual([
    ['customers', '3', 'e-mail', 'viola', 'This is not an e-mail address.', ''],
    ['customers', '3', 'e-mail', 'viola', 'Another row has this address too; each account needs a different one.', 'see row 2'],
    ['credit', '3', 'balance', 'ten', 'This is not an amount of money.', '45.00'],
    ['vouchers', '3', 'balance', '20', 'This is less than what was spent here since.', '30.00 was spent'],
  ])
  expect(screen.queryByRole('button', { name: 'Move in' })).toBeNull()
})

it('offers no import where everything is here already, and names how many lines differ', async () => {
  const [customers, , memberships] = summary.reconciliation
  fakeServer({
    movingIn: {
      preview: () => ({
        ...nothing,
        counts: [{ ...count, sheet: 'customers', unchanged: 3 }],
        ...{ reconciliation: [customers!, { ...memberships!, sumInShop: 58_00 }], differences: 1 },
      }),
    },
    staff: { desk: () => administrator },
  })
  await open()
  choose('customers.csv')
  expect(await screen.findByText(/There is nothing to move in/)).toBeTruthy()
  expect(screen.getByText('1 line differs.')).toBeTruthy()
  expect(cellsOf('Reconciliation').at(-1)).toEqual(['Memberships: priority', '1', '1', '£60.00', '£58.00', '0', '£2.00'])
  expect(screen.queryByRole('button', { name: 'Move in' })).toBeNull()
})
