// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SettledSale, UnfinishedSale } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { loadMessages, initI18n } from '#i18n'
import { aBrand, openScreen, fakeServer, closeScreen } from '#testing'
import { UnfinishedSales } from './UnfinishedSales.tsx'

afterEach(closeScreen)

const saleOf = (nth: number, name: string): UnfinishedSale => ({
  payment: `a4b5c6d7-0000-4000-8000-00000000000${nth}`,
  way: 'cash',
  amount: money(nth * 10_00),
  at: '2026-11-21T12:00:00Z',
  staff: { id: `a4b5c6d7-0000-4000-8000-00000000001${nth}`, name },
})

/** The panel with these sales; the server lists a sale until it is settled. */
async function show(sales: readonly UnfinishedSale[], outcome: SettledSale = { outcome: 'closed', order: null }) {
  onTestFinished(() => void vi.unstubAllGlobals())
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  let openSales = [...sales]
  const calls = fakeServer({
    afterSale: {
      unfinishedSales: () => ({ sales: openSales }),
      settleUnfinishedSale: ({ params }) => {
        openSales = openSales.filter(({ payment }) => payment !== params.payment)
        return outcome
      },
    },
  })
  const page = await openScreen({ at: '/smart', routes: [{ path: '/smart', element: <UnfinishedSales /> }] })
  const settlements = () => calls.filter(({ call }) => call === 'afterSale.settleUnfinishedSale')
  return { ...page, settlements }
}

it('shows nothing without an unfinished sale', async () => {
  const { queryByRole } = await show([])
  await waitFor(() => expect(vi.mocked(fetch)).toBeDefined())
  expect(queryByRole('heading')).toBeNull()
})

it('lists each unfinished sale with its amount, staff user and buttons', async () => {
  const { findByRole, getAllByRole } = await show([saleOf(1, 'Ann'), saleOf(2, 'Max')])
  const first = await findByRole('group', { name: /^£10\.00 in cash, Ann, / })
  expect(within(first).getByRole('button', { name: '£10.00 was taken' })).toBeTruthy()
  expect(within(first).getByRole('button', { name: 'Nothing was taken' })).toBeTruthy()
  expect(getAllByRole('group')).toHaveLength(2)
})

it.each([
  [{ outcome: 'sold', order: 'B1042' }, '£10.00 was taken', true, /^Sold: order B1042/],
  [{ outcome: 'seats-gone', order: null }, '£10.00 was taken', true, /nothing was sold/],
  [{ outcome: 'closed', order: null }, 'Nothing was taken', false, /nothing was taken/],
] as const)(
  'shows and announces the outcome %o, moves the focus to the heading and removes the sale',
  async (outcome, press, isTaken, words) => {
    const sale = saleOf(1, 'Ann')
    const { findByRole, findByText, queryByRole, settlements } = await show([sale], outcome)
    fireEvent.click(await findByRole('button', { name: press }))
    await waitFor(() =>
      expect(settlements()).toEqual([expect.objectContaining({ path: `/staff/unfinished-sales/${sale.payment}`, body: { isTaken } })]),
    )
    expect(await findByText(words, { selector: 'section p' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(queryByRole('heading', { level: 2 })))
    expect(queryByRole('group')).toBeNull()
    const link = queryByRole('link')
    expect(link?.getAttribute('href') ?? null).toBe(outcome.order && `/smart/orders/${outcome.order}`)
  },
)
