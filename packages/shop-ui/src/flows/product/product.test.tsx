// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { plainProduct, type ProductOnSale } from '@playhouse/domain/product'
import { loadMessages } from '#i18n'
import { aBasket, aBrand, aProduct, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { ProductPage, ProductsPage } from './index.ts'

const poster: ProductOnSale = {
  ...plainProduct,
  ...{ performance: null, performances: [] },
  ...{ product: 'poster', type: 'merchandise', name: 'Poster', summary: 'On heavy paper.', translations: {}, vatBasisPoints: null },
  limit: 6,
  variants: [
    { variant: 'a2', name: 'A2', price: money(12_00), fee: money(0), piecesLeft: 3 },
    { variant: 'a1', name: 'A1', price: money(20_00), fee: money(1_00), piecesLeft: null },
    { variant: 'signed', name: 'Signed', price: money(45_00), fee: money(0), piecesLeft: 0 },
  ],
}
const programme: ProductOnSale = {
  ...{ ...poster, product: 'programme', name: 'Programme', summary: 'Eighty pages.' },
  translations: { en: { name: 'Season programme', summary: 'Eighty printed pages.' } },
  variants: [{ variant: 'one', name: '', price: money(5_00), fee: money(0), piecesLeft: 0 }],
}
const products = () => ({ name: 'Theatre shop', products: [poster, programme] })
const brand = aBrand({ productTypes: [{ type: 'merchandise', name: 'Theatre shop' }] })
const routes = [
  { path: '/aux/:type', element: <ProductsPage /> },
  { path: '/aux/:type/:instance', element: <ProductPage /> },
  { path: '/checkout/basket', element: <p>basket</p> },
]
const open = async (path: string, answers: Answers = {}, basket = aBasket({ tickets: [] })) => {
  const calls = fakeServer({ catalogue: { products }, ...answers })
  const page = await openScreen({ at: `/aux/merchandise${path}`, routes, brand, basket })
  await loadMessages('product')
  return { ...page, calls }
}
const quantity = () => screen.findByRole('textbox', { name: 'How many?' })

afterEach(closeScreen)

describe('the page of a type of product', () => {
  it('links to each product, with its lowest price, its translation and what is sold out', async () => {
    await open('')
    expect(await screen.findByRole('heading', { level: 1, name: 'Theatre shop' })).toBeTruthy()
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Poster', '/aux/merchandise/poster'],
      ['Season programme', '/aux/merchandise/programme'],
    ])
    expect(screen.getByText('From £12.00')).toBeTruthy()
    expect(screen.getByText('£5.00')).toBeTruthy()
    expect(screen.getByText('Sold out')).toBeTruthy()
  })

  it('names a price of nothing as free', async () => {
    const badge = { ...programme, product: 'badge', variants: [{ ...programme.variants[0]!, price: money(0) }] }
    await open('', { catalogue: { products: () => ({ name: 'Theatre shop', products: [badge] }) } })
    expect(await screen.findByText('Free')).toBeTruthy()
    expect(screen.queryByText('£0.00')).toBeNull()
  })

  it('counts what is in the basket of all variants', async () => {
    await open('', {}, aBasket({ tickets: [], items: [aProduct(2)] }))
    expect(await screen.findByText('2 in your basket')).toBeTruthy()
  })

  it('shows a notice where nothing is on sale, and a problem with a way to try again', async () => {
    await open('', { catalogue: { products: () => ({ name: 'Theatre shop', products: [] }) } })
    expect(await screen.findByText('Nothing is on sale now')).toBeTruthy()
    closeScreen()
    await open('', { catalogue: { products: () => refuse(problem('page-not-found')) } })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the page of a product', () => {
  it('adds a variant, at most as many as are left, and goes to the basket', async () => {
    const { address, calls } = await open('/poster', { basket: { addItem: () => aBasket({ tickets: [], items: [aProduct(3)] }) } })
    expect(await screen.findByText('Only 3 left')).toBeTruthy()
    const more = screen.getByRole('button', { name: 'One more: How many?' })
    for (let press = 0; press < 4; press++) fireEvent.click(more)
    expect(await quantity()).toHaveProperty('value', '3')
    fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
    await waitFor(() => expect(address()).toBe('/checkout/basket'))
    expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual({
      kind: 'product',
      product: 'poster',
      variant: 'a2',
      quantity: 3,
    })
  })

  it('shows price, fee and stock of the chosen variant', async () => {
    await open('/poster')
    fireEvent.click(await screen.findByRole('radio', { name: 'A1 £20.00' }))
    expect(screen.getByText('includes a fee of £1.00')).toBeTruthy()
    expect(screen.queryByText(/^Only/)).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'Signed Sold out' }))
    expect(screen.getByText(/^All of it is sold or in the baskets of other customers/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add to basket' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Other items' }).getAttribute('href')).toBe('/aux/merchandise')
  })

  it('begins with the number in the basket, which counts as left', async () => {
    const { calls } = await open(
      '/poster',
      { basket: { addItem: () => aBasket({ tickets: [], items: [aProduct(5)] }) } },
      aBasket({ tickets: [], items: [aProduct(2)] }),
    )
    expect(await screen.findByText('2 in your basket')).toBeTruthy()
    expect(await quantity()).toHaveProperty('value', '2')
    const more = screen.getByRole('button', { name: 'One more: How many?' })
    for (let press = 0; press < 4; press++) fireEvent.click(more)
    fireEvent.click(screen.getByRole('button', { name: 'Change the number' }))
    await waitFor(() => expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toMatchObject({ variant: 'a2', quantity: 5 }))
  })

  it('shows how many are left where others were quicker', async () => {
    let isSold = false
    const answers: Answers = {
      basket: {
        addItem: () => {
          isSold = true
          return refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 1 }))
        },
      },
      catalogue: {
        products: () => ({ ...products(), products: [{ ...poster, variants: [{ ...poster.variants[0]!, piecesLeft: isSold ? 1 : 3 }] }] }),
      },
    }
    await open('/poster', answers)
    fireEvent.click(await screen.findByRole('button', { name: 'Add to basket' }))
    expect(await screen.findByText('1 of “Poster, A2” can still be bought. Please choose fewer, or another item.')).toBeTruthy()
    expect(await screen.findByText('Only 1 left')).toBeTruthy()
  })

  it('focuses the notice when another customer took the last piece, and forgets the refusal when another variant is chosen', async () => {
    let isSold = false
    const [a2, a1] = [poster.variants[0]!, poster.variants[1]!]
    await open('/poster', {
      basket: {
        addItem: () => {
          isSold = true
          return refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 0 }))
        },
      },
      catalogue: { products: () => ({ ...products(), products: [{ ...poster, variants: [{ ...a2, piecesLeft: isSold ? 0 : 1 }, a1] }] }) },
    })
    const button = await screen.findByRole('button', { name: 'Add to basket' })
    button.focus()
    fireEvent.click(button)
    const notice = await screen.findByText(/^All of it is sold or in the baskets of other customers/)
    await waitFor(() => expect(document.activeElement?.contains(notice) && document.activeElement !== document.body).toBe(true))
    expect(screen.queryByText(/can still be bought/)).toBeNull()
    await screen.findByRole('radio', { name: 'A2 Sold out' })
    fireEvent.click(screen.getByRole('radio', { name: 'A1 £20.00' }))
    expect(await screen.findByRole('button', { name: 'Add to basket' })).toBeTruthy()
    expect(screen.queryByText(/Not enough are left|can still be bought/)).toBeNull()
  })

  it('forgets a refusal when another variant is chosen', async () => {
    await open('/poster', { basket: { addItem: () => refuse(problem('product-sold-out', { name: 'Poster, A2', piecesLeft: 1 })) } })
    fireEvent.click(await screen.findByRole('button', { name: 'Add to basket' }))
    await screen.findByText('Not enough are left')
    fireEvent.click(screen.getByRole('radio', { name: 'A1 £20.00' }))
    await waitFor(() => expect(screen.queryByText('Not enough are left')).toBeNull())
  })

  it('shows all products in place of one that is not sold', async () => {
    await open('/no-such-thing', { catalogue: { products, performanceProducts: () => refuse(problem('instance-unavailable')) } })
    expect(await screen.findByText("We couldn't find this item")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Poster' })).toBeTruthy()
  })

  it('offers to try again where the connection is lost', async () => {
    let tries = 0
    const performanceProducts = () => refuse(problem(++tries > 1 ? 'instance-unavailable' : 'service-unavailable'))
    await open('/no-such-thing', { catalogue: { products, performanceProducts } })
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText("We couldn't find this item")).toBeTruthy()
  })
})

const performance = { instance: 'tonight', event: 'hamlet', name: 'Hamlet', startsAt: '2030-01-01T19:30:00Z', timeZone: 'Europe/London' }
const space: ProductOnSale = {
  ...{ ...poster, product: 'space', name: 'Parking space', performance, needsPerformance: true, delivery: ['at-performance'] },
  variants: [{ variant: 'car', name: '', price: money(8_00), fee: money(0), piecesLeft: 4 }],
}
const mug: ProductOnSale = {
  ...{ ...poster, product: 'mug', name: 'Mug', delivery: ['collect', 'post'], postage: money(4_00), allergens: ['milk'], diets: ['vegan'] },
  images: [{ path: '/brand/mug.svg', alt: 'A white mug', width: 40, height: 30 }],
  variants: [{ variant: 'one', name: '', price: money(9_00), fee: money(0), piecesLeft: null }],
  options: [
    {
      ...{ option: 'glaze', name: 'Glaze' },
      choices: [
        { choice: 'white', name: 'White', price: money(0) },
        { choice: 'gold', name: 'Gold', price: money(3_00) },
      ],
    },
  ],
}

describe('a product with options and post', () => {
  it('shows image and marks, adds the price of a choice, and sends both choices', async () => {
    const { calls } = await open('/mug', {
      catalogue: { products: () => ({ name: 'Theatre shop', products: [mug] }) },
      basket: { addItem: () => aBasket({ tickets: [], items: [aProduct(1)] }) },
    })
    expect(await screen.findByRole('img', { name: 'A white mug' })).toBeTruthy()
    expect(screen.getByText('Contains: milk')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /^Gold/ }))
    expect(screen.getByText('£12.00')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /^By post/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({
        ...{ kind: 'product', product: 'mug', variant: 'one', quantity: 1 },
        ...{ options: [{ option: 'glaze', choice: 'gold' }], delivery: 'post' },
      }),
    )
  })
})

describe('the products for a performance', () => {
  const offered = (types: object[]) => ({ performanceProducts: () => ({ performance, types, isFoodOpen: false }) as never, products })
  it('are sold for it, and the page stays open', async () => {
    const { calls, address } = await open('/tonight', {
      catalogue: offered([{ type: 'merchandise', name: 'Theatre shop', products: [space] }]),
      basket: { addItem: () => aBasket({ tickets: [], items: [aProduct(1)] }) },
    })
    expect(await screen.findByRole('heading', { level: 2, name: 'Parking space' })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Parking space' }).querySelector('form')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toContainEqual(expect.objectContaining({ product: 'space', instance: 'tonight' })),
    )
    expect(address()).toBe('/aux/merchandise/tonight')
  })

  it('are named as not on sale where the performance has none', async () => {
    await open('/tonight', { catalogue: offered([]) })
    expect(await screen.findByText('Nothing is on sale for this performance')).toBeTruthy()
  })

  it('are chosen by performance from the page of a product that needs one', async () => {
    const listed = { ...space, performance: null, performances: [performance] }
    await open('/space', { catalogue: { products: () => ({ name: 'Theatre shop', products: [listed] }) } })
    const link = await screen.findByRole('link', { name: /^Hamlet/ })
    expect(link.getAttribute('href')).toBe('/aux/merchandise/tonight')
  })

  it('are reserved for free, with the terms and the privacy notice accepted', async () => {
    const tour: ProductOnSale = {
      ...{ ...space, product: 'tour', name: 'Tour', isReservation: true },
      variants: [{ variant: 'one', name: '', price: money(0), fee: money(0), piecesLeft: 9 }],
    }
    const { calls } = await open('/tonight', {
      catalogue: offered([{ type: 'merchandise', name: 'Theatre shop', products: [tour] }]),
      basket: { addItem: () => aBasket({ tickets: [], items: [aProduct(1)] }) },
    })
    expect(await screen.findByText('Free')).toBeTruthy()
    expect(screen.getByText('At most one for each of your tickets')).toBeTruthy()
    for (const name of ['I accept the terms', 'I have read and accept the privacy notice'])
      fireEvent.click(screen.getByRole('checkbox', { name }))
    fireEvent.click(screen.getByRole('button', { name: 'Reserve' }))
    const body = { product: 'tour', instance: 'tonight', accepts: { terms: true, privacy: true } }
    await waitFor(() => expect(calls.map((call) => call.body)).toContainEqual(expect.objectContaining(body)))
  })

  it('are shown in parts where there are many, of one production or of all', async () => {
    const performances = Array.from({ length: 14 }, (_, nth) => ({
      ...{ ...performance, instance: `night-${nth}` },
      ...(nth === 13 && { event: 'macbeth', name: 'Macbeth' }),
    }))
    const listed = { ...space, performance: null, performances }
    await open('/space', { catalogue: { products: () => ({ name: 'Theatre shop', products: [listed] }) } })
    const links = () => screen.getAllByRole('link', { name: /^(Hamlet|Macbeth), / })
    await screen.findByRole('button', { name: /^All productions/ })
    expect(links()).toHaveLength(12)
    fireEvent.click(screen.getByRole('button', { name: 'Show 2 more performances' }))
    expect(links()).toHaveLength(14)
    await waitFor(() => expect(document.activeElement).toBe(links()[12]))
    fireEvent.click(screen.getByRole('button', { name: /^All productions/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Macbeth' }))
    await waitFor(() => expect(links().map((link) => link.getAttribute('href'))).toEqual(['/aux/merchandise/night-13']))
  })
})
