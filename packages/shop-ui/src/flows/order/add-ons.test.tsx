// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { plainProduct, type ProductOnSale } from '@playhouse/domain/product'
import { loadMessages } from '#i18n'
import {
  aBasket,
  aBrand,
  aCustomer,
  anOrder,
  aProduct,
  type Answers,
  closeScreen,
  fakeServer,
  openScreen,
  refuse,
  twoTickets,
} from '#testing'
import { OrderAddOns } from '#add-ons'
import { AddOnsPage } from './index.ts'

const poster: ProductOnSale = {
  ...{
    ...plainProduct,
    performance: null,
    performances: [],
    product: 'poster',
    type: 'merchandise',
    name: 'Poster',
    summary: 'On heavy paper.',
    translations: {},
    vatBasisPoints: null,
  },
  limit: 6,
  variants: [
    { variant: 'a2', name: 'A2', price: money(12_00), fee: money(0), piecesLeft: 3 },
    { variant: 'a1', name: 'A1', price: money(20_00), fee: money(1_00), piecesLeft: 0 },
  ],
}
const shop = { type: 'merchandise', name: 'Theatre shop' }
const brand = aBrand({ productTypes: [shop] })
const tempest = {
  instance: 'the-tempest-1',
  event: 'the-tempest',
  name: 'The Tempest',
  startsAt: '2031-02-04T19:30:00Z',
  timeZone: 'Europe/London',
}
const programme: ProductOnSale = {
  ...{ ...poster, product: 'programme', name: 'Programme', needsPerformance: true, performance: tempest },
  variants: [{ variant: 'one', name: '', price: money(4_00), fee: money(0), piecesLeft: null }],
}
const routes = [
  { path: '/order/add-ons', element: <AddOnsPage /> },
  { path: '/checkout/basket', element: <p>basket</p> },
]
const { instance, event, title, copyLanguage, startsAt, timeZone, hallName } = twoTickets[0]!
const addsTo = { order: 'B1042', performances: [{ instance, event, title, copyLanguage, startsAt, timeZone, hallName, tickets: 2 }] }
const empty = aBasket({ tickets: [] })
const started = aBasket({ tickets: [], addsTo })
const filled = aBasket({ tickets: [], items: [aProduct(2)], addsTo })
const open = async (answers: Answers = {}, basket = empty, order = anOrder({ number: 'B1042', isOpenForAddOns: true })) => {
  const calls = fakeServer({
    ...answers,
    catalogue: {
      products: () => ({ name: 'Theatre shop', products: [poster] }),
      performanceProducts: () => ({ performance: tempest, types: [{ ...shop, products: [programme] }], isFoodOpen: false }),
      ...answers.catalogue,
    },
    me: { order: () => order, ...answers.me },
  })
  const page = await openScreen({ at: '/order/add-ons?order=B1042', routes, brand, basket, customer: aCustomer })
  await loadMessages('order')
  return { ...page, calls }
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

afterEach(closeScreen)

describe('the page that adds items to an order', () => {
  it('lets the basket add to the order before it adds the first item, and leads to the basket', async () => {
    const { calls } = await open({ me: { startAddOns: () => started }, basket: { addItem: () => filled } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Add to order B1042' })).toBeTruthy()
    await press('Add: Poster, A2')
    expect(await screen.findByRole('link', { name: 'Go to your basket' })).toBeTruthy()
    expect(await screen.findByText('2 in your basket')).toBeTruthy()
    const sent = calls.map(({ call }) => call).filter((call) => ['me.startAddOns', 'basket.addItem'].includes(call))
    expect(sent).toEqual(['me.startAddOns', 'basket.addItem'])
  })

  it('keeps what was chosen, and shows the refusal, where the first item is refused', async () => {
    const soldOut = refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 1 }))
    await open({ me: { startAddOns: () => started }, basket: { addItem: () => soldOut } })
    const number = await screen.findByRole('textbox', { name: 'How many: Poster, A2?' })
    await press('Add: Poster, A2')
    expect(await screen.findByText('Not enough are left')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'How many: Poster, A2?' })).toBe(number)
  })

  it('loads an order again that could not be loaded', async () => {
    let tries = 0
    const order = () => (++tries > 1 ? anOrder({ number: 'B1042', isOpenForAddOns: true }) : refuse(problem('something-wrong')))
    await open({ me: { order } })
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Add: Poster, A2' })).toBeTruthy()
  })

  it('shows why nothing can be added, and changes nothing', async () => {
    const closed = refuse(problem('add-ons-closed', { order: 'B1042' }))
    const { calls } = await open({ me: { startAddOns: () => closed } })
    await press('Add: Poster, A2')
    expect(await screen.findByText('Nothing can be added to order B1042 any more')).toBeTruthy()
    expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(false)
  })

  it('shows an order that is closed without anything to add', async () => {
    await open({}, empty, anOrder({ number: 'B1042', isOpenForAddOns: false }))
    expect(await screen.findByText('Nothing can be added to order B1042 any more')).toBeTruthy()
    expect(screen.queryByText('Poster')).toBeNull()
  })

  it('removes an item whose number is set to none', async () => {
    const { calls } = await open({ basket: { removeItem: () => started } }, filled)
    const number = await screen.findByRole('textbox', { name: 'How many: Poster, A2?' })
    fireEvent.change(number, { target: { value: '0' } })
    fireEvent.blur(number)
    await press('Change the number: Poster, A2')
    await waitFor(() => expect(calls.some(({ call }) => call === 'basket.removeItem')).toBe(true))
  })
})

it('names a type of product in the language of the visitor', async () => {
  await open({ catalogue: { products: () => ({ name: 'Teaterbutik', names: { en: 'Theatre shop' }, products: [poster] }) } })
  expect(await screen.findByRole('heading', { level: 2, name: 'Theatre shop' })).toBeTruthy()
})

it('offers what is sold for the performances of the order, with the performance', async () => {
  const { calls } = await open({ basket: { addItem: () => filled } }, started)
  expect(await screen.findByRole('heading', { level: 2, name: /^The Tempest, / })).toBeTruthy()
  await press('Add: Programme')
  await waitFor(() => expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(true))
  const body = { kind: 'product', product: 'programme', variant: 'one', quantity: 1, instance: 'the-tempest-1' }
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual(body)
})

it('lets the basket add to the order before it adds food and drink for its performance', async () => {
  const soup = { product: 'soup', name: 'Soup', summary: '', translations: {}, supplement: money(0), allergens: [], diets: [] }
  const supper = {
    ...{ menu: 'supper', name: 'Supper', summary: '', translations: {}, price: money(30_00), fee: money(0), vatBasisPoints: null },
    courses: [{ course: 'starter', name: 'Starter', translations: {}, dishes: [soup] }],
    servings: [{ point: 'bar', name: 'Bar', translations: {}, placesLeft: null, closesBefore: 30, servedBefore: null }],
  }
  const { name: _, ...performance } = tempest
  const { calls } = await open({
    me: { startAddOns: () => started },
    basket: { addItem: () => filled },
    catalogue: { performanceProducts: () => ({ performance: tempest, types: [], isFoodOpen: true }) },
    food: { instance: () => ({ performance: { ...performance, title: 'The Tempest' }, menus: [supper] }) },
  })
  await press('Order food and drink')
  fireEvent.click(await screen.findByRole('button', { name: /Number of people/ }))
  fireEvent.click(await screen.findByRole('option', { name: '2' }))
  await press('Add to basket')
  await waitFor(() => expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(true))
  const sent = calls.map(({ call }) => call).filter((call) => ['me.startAddOns', 'basket.addItem'].includes(call))
  expect(sent).toEqual(['me.startAddOns', 'basket.addItem'])
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toMatchObject({
    kind: 'food',
    instance: 'the-tempest-1',
    guests: 2,
    point: 'bar',
  })
})

it('sends by post what the visitor chooses, and changes how goods in the basket are delivered', async () => {
  const print = { ...poster, variants: [poster.variants[0]!], delivery: ['collect' as const, 'post' as const], postage: money(3_95) }
  const { calls } = await open(
    { basket: { addItem: () => filled }, catalogue: { products: () => ({ name: 'Theatre shop', products: [print] }) } },
    started,
  )
  expect(await screen.findByRole('radio', { name: /^Collect it/ })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: /^By post/ }))
  expect(screen.getByText('£3.95 for the whole order')).toBeTruthy()
  expect(screen.getByText('You type the address before you pay.')).toBeTruthy()
  await press('Add: Poster, A2')
  // The basket of the reply has two to collect.
  expect(await screen.findByText('2 in your basket')).toBeTruthy()
  await press('Change the number: Poster, A2')
  const sent = () => calls.filter(({ call }) => call === 'basket.addItem').map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toMatchObject([
    { quantity: 1, delivery: 'post' },
    { quantity: 2, delivery: 'post' },
  ])
})

it('asks to accept the terms and the privacy notice of a reservation', async () => {
  const variants = [{ ...programme.variants[0]!, price: money(0) }]
  const unit = { ...programme, product: 'unit', name: 'Captioning unit', isReservation: true, variants }
  const { calls } = await open(
    {
      basket: { addItem: () => filled },
      catalogue: { performanceProducts: () => ({ performance: tempest, types: [{ ...shop, products: [unit] }], isFoodOpen: false }) },
    },
    started,
  )
  expect(await screen.findByText('Free')).toBeTruthy()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'I accept the terms' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'I have read and accept the privacy notice' }))
  await press('Reserve: Captioning unit')
  await waitFor(() => expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(true))
  expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toMatchObject({
    product: 'unit',
    accepts: { terms: true, privacy: true },
  })
})

describe('the order page', () => {
  const openOrder = async (basket = empty) => {
    const calls = fakeServer({
      me: { startAddOns: () => started },
      basket: { addItem: () => aBasket({ tickets: [], items: [aProduct(1)], addsTo }) },
      catalogue: {
        performanceProducts: () => ({ performance: tempest, types: [{ ...shop, products: [programme] }], isFoodOpen: false }),
      },
    })
    const order = anOrder({ number: 'B1042', isOpenForAddOns: true })
    const orderRoutes = [...routes, { path: '/confirmed', element: <OrderAddOns order={order} /> }]
    await openScreen({ at: '/confirmed', routes: orderRoutes, brand, basket, customer: aCustomer })
    await loadMessages('order')
    return calls
  }

  it('opens what is sold for its performance, and adds it to the order', async () => {
    const calls = await openOrder()
    await press('Add items for your visit')
    fireEvent.click(await screen.findByRole('button', { name: 'Add to basket' }))
    await waitFor(() => expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(true))
    const sent = calls.map(({ call }) => call).filter((call) => ['me.startAddOns', 'basket.addItem'].includes(call))
    expect(sent).toEqual(['me.startAddOns', 'basket.addItem'])
    expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toMatchObject({ product: 'programme', instance: 'the-tempest-1' })
  })

  it('opens nothing while the basket has something else', async () => {
    await openOrder(aBasket({ tickets: [], items: [aProduct(2)] }))
    expect(await screen.findByRole('link', { name: /^Add/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add items for your visit' })).toBeNull()
  })
})

describe('a basket that has something else', () => {
  it('is unchanged until the visitor adds its items to the order', async () => {
    const { calls } = await open({ me: { startAddOns: () => filled } }, aBasket({ tickets: [], items: [aProduct(2)] }))
    expect(await screen.findByText('Your basket has something else in it')).toBeTruthy()
    expect(screen.queryByText('Poster')).toBeNull()
    await press('Add what is in my basket to order B1042')
    expect(await screen.findByText('2 in your basket')).toBeTruthy()
    expect(calls.find(({ call }) => call === 'me.startAddOns')?.body).toEqual({ keepItems: true })
  })

  it('offers only to pay for or to empty a basket with tickets', async () => {
    await open({}, aBasket())
    expect(await screen.findByRole('button', { name: 'Empty my basket' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Add what is in/ })).toBeNull()
  })
})
