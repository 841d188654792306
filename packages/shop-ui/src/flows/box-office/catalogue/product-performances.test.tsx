// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedPerformance, PlannedProduction } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { RecordPage } from './index.ts'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const performance = (id: string, startsAt: string): PlannedPerformance => ({
  ...{ id, startsAt, production: 'lear', hall: 'main', planVersion: '1', priceList: 'weekday', type: null, timeZone: 'Europe/London' },
  ...{ generalSaleAt: '2019-01-10T10:00', priority: [], programme: null, members: null, accessTags: [], perCustomer: null },
  ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true }, state: 'published' },
  ...{ version: 2, tickets: 0, inBaskets: 0 },
})
const lear: PlannedProduction = {
  production: {
    ...{ id: 'lear', title: 'King Lear', credit: '', tagline: '', venue: 'Main House', copyLanguage: 'en', synopsis: [] },
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' }, state: 'published' },
  },
  version: 3,
  performances: [
    performance('lear-1', '2020-05-01T19:30'),
    performance('lear-2', '2031-05-02T19:30'),
    performance('lear-3', '2031-05-03T19:30'),
  ],
  missing: [],
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const price = async (value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Price of Small for these performances (optional)' }), { target: { value } })

it('sells a product for chosen performances at a price, and ends that', async () => {
  const variants = [
    { variant: 'small', name: 'Small', price: 4_00, fee: 50 },
    { variant: 'large', name: 'Large', price: 6_00, fee: 50 },
  ]
  let version = 7
  let sold: string[] = ['lear-2']
  const reply = () => ({
    ...{ product: 'programme', version },
    performances: sold.map((id) => ({
      ...{ id, title: 'King Lear', startsAt: '2031-05-02T19:30' },
      variants: [{ variant: 'small', price: null, fee: null, sold: 3, held: 1 }],
    })),
  })
  const calls = fakeServer({
    records: {
      one: ({ params }) => ({ ...params, version: 1, isWithdrawn: false, record: { name: 'Programme', position: 1, variants } }),
    },
    productStocks: { read: () => ({ product: 'programme', stocks: [] }) },
    planning: {
      productions: () => ({
        productions: [
          { ...{ id: 'lear', title: 'King Lear', state: 'published', version: 1, performances: 3, drafts: 0 }, first: null, last: null },
        ],
      }),
      production: () => lear,
    },
    productPerformances: {
      read: reply,
      change: ({ body }) => {
        if (body.variants === null)
          return refuse(problem('change-has-dependents', { dependents: [{ kind: 'reference', id: 'order_item', count: 3 }] }))
        version += 1
        sold = ['lear-2', 'lear-3']
        return { ...reply(), changeSet: null }
      },
    },
  })
  const sent = () => calls.filter(({ call }) => call === 'productPerformances.change').map(({ body }) => body)
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({ at: '/smart/catalogue/product/programme', routes: [{ path: '/smart/catalogue/:kind/:id', element: <RecordPage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  expect(await screen.findByText(/King Lear, .*: Small £4.00, 3 sold, 1 in baskets/)).toBeTruthy()
  await press('Sell it for these')
  expect(await screen.findByText('Please fill this in.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /Production/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'King Lear' }))
  const boxes = within(await screen.findByRole('group', { name: /^Performances/ }))
  expect(boxes.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent)).toEqual([
    expect.stringMatching(/it is sold for this one/),
    expect.not.stringMatching(/it is sold for this one/),
  ])
  await press('Choose all performances')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Large' }))
  await price('x')
  await press('Sell it for these')
  expect(sent()).toEqual([])
  await price('0,30')
  await press('Sell it for these')
  expect(await screen.findByText('The performances are changed.')).toBeTruthy()
  expect(sent()).toEqual([{ version: 7, instances: ['lear-2', 'lear-3'], variants: { small: { price: 30, fee: 30 } } }])
  await press('Choose all performances')
  await press('End the sale for these')
  expect(await screen.findByText(/Sold: 3/)).toBeTruthy()
  expect(sent()[1]).toEqual({ version: 8, instances: ['lear-2', 'lear-3'], variants: null })
})
