// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { AgentSaleOrder, CounterState } from '@playhouse/api-client/contract'
import type { AgentReturnSummary } from '@playhouse/domain/agent-return'
import { money } from '@playhouse/domain/money'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { RecordPage } from './index.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Shylock', email: 'shylock@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
async function open(role: StaffRole): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({ at: '/smart/catalogue/agent/globe', routes: [{ path: '/smart/catalogue/:kind/:id', element: <RecordPage /> }] })
  await Promise.all((['counter', 'planning'] as const).map((journey) => loadMessages(journey)))
  await screen.findByRole('heading', { name: 'Locked seats' })
}
const record = { name: 'Hotel Globe', commissionBasisPoints: 1_000, paymentDays: 30, position: 1 }
const one = () => ({ kind: 'agent' as const, id: 'globe', version: 1, isWithdrawn: false, record })
const sale = { performance: 'lear-1', priceTypeName: 'Full price', price: money(45_00), buyer: 'Ann Page', reference: 'G-1' }
const checked: AgentReturnSummary = {
  ...{ problems: [], problemCount: 0, saleCount: 2, unchanged: 3, orders: 1, isEntered: false },
  sales: [
    { ...sale, row: 2, seat: 'Stalls A1' },
    { ...sale, row: 3, seat: 'Stalls A2' },
  ],
  ...{ gross: money(90_00), commission: money(9_00), net: money(81_00) },
}
const choose = (): void => {
  const files = [new File(['rows'], 'march.csv')]
  fireEvent.change(document.querySelector<HTMLInputElement>('input[type=file]')!, { target: { files } })
}

it('shows what a return file would sell, and sells it', async () => {
  const calls: object[] = []
  fakeServer({
    records: { one },
    agents: {
      allocations: () => ({ allocations: [] }),
      sales: () => ({ sales: [], hasMore: false }),
      previewReturn: () => checked,
      enterReturn: ({ body }) => {
        calls.push(body)
        return { ...checked, isEntered: true }
      },
    },
  })
  await open('finance')
  choose()
  expect(await screen.findByRole('heading', { name: 'What will be sold' })).toBeTruthy()
  expect(screen.getByText('2 seats in 1 order: £90.00. Commission £9.00, the agent pays £81.00.')).toBeTruthy()
  expect(screen.getByText('3 rows were entered before. They are not sold again.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Seats in the file' }).textContent).toContain('Stalls A2')
  fireEvent.click(screen.getByRole('button', { name: 'Sell these seats' }))
  expect(await screen.findByRole('heading', { name: 'The seats are sold to the agent' })).toBeTruthy()
  expect(calls).toEqual([{ file: { name: 'march.csv', file: btoa('rows') } }])
  expect(screen.queryByRole('button', { name: 'Sell these seats' })).toBeNull()
})

it('lists what is wrong in a return file with what would be sold, and sells nothing', async () => {
  const at = { sheet: 'march', column: 'seat', suggestion: null }
  const problems: AgentReturnSummary['problems'] = [
    { ...at, row: 4, value: 'A9', fault: 'lock-released' },
    { ...at, row: 5, value: 'A1', fault: 'repeated-seat', suggestion: '2' },
    { ...at, row: 6, value: '', fault: 'missing' },
  ]
  const previewReturn = (): AgentReturnSummary => ({ ...checked, problems, problemCount: 3, unchanged: 0 })
  const none = { allocations: () => ({ allocations: [] }), sales: () => ({ sales: [], hasMore: false }) }
  fakeServer({ records: { one }, agents: { ...none, previewReturn } })
  await open('manager')
  choose()
  expect(await screen.findByText('This seat was released since. Lock it for the agent again.')).toBeTruthy()
  expect(screen.getByText('see row 2')).toBeTruthy()
  expect(screen.getByText('A value is needed.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sell these seats' })).toBeNull()
})

it('is not offered to staff who do not enter sales of agents', async () => {
  fakeServer({ records: { one }, agents: { allocations: () => ({ allocations: [] }) } })
  await open('programmer')
  expect(screen.queryByRole('heading', { name: 'Return file' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Sales of the agent' })).toBeNull()
})

it('lists what the agent sold and owes, of the chosen days', async () => {
  const performance = { instance: 'lear-1', title: 'Lear', startsAt: '2026-12-01T19:30:00Z', timeZone: 'Europe/London' }
  const days = { enteredOn: '2026-11-24', dueOn: '2026-12-24' }
  const asked: object[] = []
  const sold = (order: string, gross: number, returned: number): AgentSaleOrder => ({
    ...{ order, reference: 'G-1', performance, ...days, count: 2, returned },
    ...{ gross: money(gross), commission: money(gross / 10), net: money((gross / 10) * 9) },
  })
  fakeServer({
    records: { one },
    agents: {
      allocations: () => ({ allocations: [] }),
      sales: ({ query }) => {
        asked.push(query)
        return { sales: query.from === undefined ? [sold('AAA222', 90_00, 0), sold('BBB333', 45_00, 1)] : [], hasMore: false }
      },
    },
  })
  await open('finance')
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('row', { name: /^AAA222 Lear, .* G-1 .* 2 £90.00 £9.00 £81.00$/ })).toBeTruthy()
  expect(within(table).getByRole('cell', { name: '2, and 1 refunded' })).toBeTruthy()
  expect(within(table).getByRole('row', { name: 'Total £135.00 £13.50 £121.50' })).toBeTruthy()
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'BBB333' }).pathname).toBe('/smart/orders/BBB333')
  fireEvent.change(screen.getByLabelText(/^Entered from/), { target: { value: '2026-12-01' } })
  expect(await screen.findByText('No return file was entered on these days.')).toBeTruthy()
  expect(asked).toEqual([{}, { from: '2026-12-01' }])
})
