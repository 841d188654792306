// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { money, zero } from '@playhouse/domain/money'
import { plainProduct, type ProductOnSale } from '@playhouse/domain/product'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, aBrand, aProduct, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { AddProductPage } from './AddProductPage.tsx'
import { AddProductsPage } from './AddProductsPage.tsx'
import { counterStateQuery } from './counter-state.ts'
import { SellPage } from './SellPage.tsx'

afterEach(closeScreen)

const brand = aBrand({ productTypes: [{ type: 'merchandise', name: 'Theatre shop' }] })
const plain = { ...plainProduct, options: [], images: [], allergens: [], diets: [], delivery: ['collect' as const] }
const merchandise = { ...plain, type: 'merchandise', summary: '', translations: {}, vatBasisPoints: null, limit: 4 }
const tonight = {
  ...{ instance: 'tempest-1', event: 'tempest', name: 'The Tempest', startsAt: '2026-12-01T19:30:00Z', timeZone: 'Europe/London' },
}
const poster: ProductOnSale = {
  ...{ ...merchandise, product: 'poster', name: 'Poster', performance: null, performances: [] },
  options: [
    {
      ...{ option: 'frame', name: 'Frame' },
      choices: [
        { choice: 'none', name: 'None', price: zero },
        { choice: 'oak', name: 'Oak', price: money(9_00) },
      ],
    },
  ],
  variants: [
    { variant: 'a2', name: 'A2', price: money(12_00), fee: zero, piecesLeft: 3 },
    { variant: 'a1', name: 'A1', price: money(20_00), fee: money(1_00), piecesLeft: null },
  ],
}
const mug: ProductOnSale = {
  ...{ ...merchandise, product: 'mug', name: 'Mug', performance: null, performances: [] },
  variants: [{ variant: 'one', name: '', price: money(8_00), fee: zero, piecesLeft: 0 }],
}
const talk: ProductOnSale = {
  ...{ ...merchandise, product: 'talk', name: 'Talk', needsPerformance: true, performance: null },
  performances: [tonight, { ...tonight, instance: 'tempest-2' }],
  delivery: ['at-performance'],
  variants: [{ variant: 'one', name: '', price: money(5_00), fee: zero, piecesLeft: null }],
}
const state: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Ann', email: 'ann@example.org', role: 'clerk' },
  customer: null,
  basket: aBasket({ tickets: [] }),
  ways: ['cash'],
  serverTime: '2026-11-24T12:00:00Z',
  idleSeconds: 900,
}
const routes = [
  { path: '/smart/sell', element: <SellPage /> },
  { path: '/smart/add-to-cart/products', element: <AddProductsPage /> },
  { path: '/smart/add-to-cart/products/:product', element: <AddProductPage /> },
]

async function open(path: string, counter: NonNullable<Answers['counter']> = {}, other: ProductOnSale = poster) {
  await initI18n(brand, 'en')
  await loadMessages('counter')
  const calls = fakeServer({
    counter,
    staff: { desk: () => state },
    catalogue: {
      products: () => ({ name: 'Theatre shop', products: [...new Set([poster, other]), mug, talk] }),
      performanceProducts: () => ({
        performance: tonight,
        isFoodOpen: false,
        types: [
          {
            ...{ type: 'merchandise', name: 'Theatre shop' },
            products: [{ ...talk, performance: tonight, performances: [], variants: [{ ...talk.variants[0]!, piecesLeft: 9 }] }],
          },
        ],
      }),
    },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  return { ...(await openScreen({ at: `/smart/add-to-cart/products${path}`, routes, brand })), calls }
}
const added = (calls: readonly { readonly call: string; readonly body?: unknown }[]) =>
  calls.filter(({ call }) => call === 'counter.addItem').map(({ body }) => body)

it('lists the products with price and pieces, and opens the one that was scanned with its variant', async () => {
  const { address, calls } = await open('', { addItem: () => state })
  const field = await screen.findByLabelText('Name, kind or code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(
    expect.arrayContaining(['Posterfrom £12.00', 'Mug£8.00, sold out', 'Talk£5.00']),
  )
  fireEvent.change(field, { target: { value: 'cushion' } })
  expect(screen.getByText('No product matches.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'poster/a1' } })
  fireEvent.submit(field.closest('form')!)
  await waitFor(() => expect(address()).toBe('/smart/add-to-cart/products/poster?variant=a1'))
  expect(await screen.findByRole('radio', { name: 'A1 £20.00' })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: 'A2 £12.00, 3 pieces left' })).toHaveProperty('checked', false)
  fireEvent.click(screen.getByRole('radio', { name: 'Oak + £9.00' }))
  expect(screen.getByText('£29.00 each with these options')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await waitFor(() => expect(address()).toBe('/smart/sell'))
  const oak = { option: 'frame', choice: 'oak' }
  expect(added(calls)).toEqual([{ kind: 'product', product: 'poster', variant: 'a1', quantity: 1, options: [oak], delivery: 'collect' }])
})

it('sells by post, and asks for the address before it is paid for', async () => {
  const posted = {
    ...poster,
    product: 'print',
    name: 'Print',
    options: [],
    delivery: ['post' as const, 'collect' as const],
    postage: money(3_95),
  }
  const [item] = [aProduct(1)].map((each) => ({ ...each, detail: { ...each.detail, delivery: 'post' as const, postage: money(3_95) } }))
  const filled: CounterState = { ...state, basket: aBasket({ tickets: [], items: [item!] }) }
  const address = {
    line1: '1 Stage Street',
    line2: '',
    line3: '',
    city: 'London',
    county: 'Kent',
    state: '',
    postcode: 'SE1 9XY',
    country: 'GB',
  }
  const delivery = { ...filled.basket.delivery, address }
  const { calls } = await open(
    '/print',
    { addItem: () => filled, setAddress: () => ({ ...filled, basket: { ...filled.basket, delivery } }) },
    posted,
  )
  expect(await screen.findByRole('radio', { name: 'Here at the box office' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: 'By post £3.95 for the whole order' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await screen.findByRole('link', { name: 'Find a product' })
  fireEvent.click(screen.getByRole('button', { name: 'Take payment' }))
  expect(await screen.findByText('Type and save the address of the goods by post first')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cash' })).toBeNull()
  expect(added(calls)).toMatchObject([{ product: 'print', delivery: 'post' }])
  const texts = { 'Address line 1': address.line1, City: address.city, County: address.county, Postcode: address.postcode }
  for (const [label, text] of Object.entries(texts)) fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the address' }))
  expect(await screen.findByRole('button', { name: 'Change the address' })).toBeTruthy()
  expect(calls.find(({ call }) => call === 'counter.setAddress')?.body).toMatchObject({ address: { line1: address.line1 } })
})

it('sells a product for a performance, from the stock of that performance', async () => {
  const { calls } = await open('/talk', { addItem: () => state })
  expect(await screen.findByText('£5.00, 9 pieces left')).toBeTruthy()
  expect(screen.getByLabelText('For which performance?')).toHaveProperty('value', 'tempest-1')
  fireEvent.click(screen.getByRole('button', { name: 'Add to the sale' }))
  await screen.findByRole('link', { name: 'Find a product' })
  expect(added(calls)).toMatchObject([{ product: 'talk', instance: 'tempest-1', delivery: 'at-performance' }])
})

it('focuses the form once, and leaves the focus on the list of performances', async () => {
  await open('/talk')
  const field = await screen.findByRole('textbox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  const list = screen.getByLabelText('For which performance?')
  list.focus()
  fireEvent.change(list, { target: { value: 'tempest-2' } })
  await waitFor(() => expect(screen.getByRole('textbox')).not.toBe(field))
  expect(document.activeElement).toBe(list)
})

it('shows a refusal, and sells nothing that is sold out', async () => {
  await open('/poster', { addItem: () => refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 1 })) })
  fireEvent.click(await screen.findByRole('button', { name: 'Add to the sale' }))
  expect(await screen.findByText('Not enough are left')).toBeTruthy()
  await closeScreen()
  await open('/mug')
  expect(await screen.findByRole('button', { name: 'Add to the sale' })).toHaveProperty('disabled', true)
  await closeScreen()
  await open('/cushion')
  expect(await screen.findByText("We couldn't find this item")).toBeTruthy()
})
