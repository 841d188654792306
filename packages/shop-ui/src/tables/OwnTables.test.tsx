// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import type { Sitting, SittingsOffer } from '@playhouse/domain/sitting'
import { loadMessages } from '#i18n'
import { aBasket, aBrand, type Answers, closeScreen, fakeServer, inDays, openScreen, refuse } from '#testing'
import { BookTable } from './BookTable.tsx'

afterEach(closeScreen)

const startsAt = inDays(7)
const early: Sitting = {
  ...{ sitting: 'early', startsBefore: 120, minutes: 90, closesBefore: 60, price: money(5_00), vatBasisPoints: null, coversLeft: 7 },
  restaurant: {
    restaurant: 'foyer',
    name: 'The foyer',
    summary: 'Plates to share.',
    access: 'Step-free from the square.',
    translations: {},
  },
  tables: [
    { size: 2, least: 1, free: 1 },
    { size: 4, least: 2, free: 0 },
  ],
}
const late: Sitting = { ...early, sitting: 'late', startsBefore: -150, price: money(0), tables: [{ size: 4, least: 1, free: 1 }] }
const offerOf = (...sittings: Sitting[]): SittingsOffer => ({
  performance: { instance: 'tonight', event: 'play', title: 'The Play', startsAt, timeZone: 'Europe/London' },
  sittings,
})

async function open(offer: SittingsOffer, answers: Answers = {}) {
  const calls = fakeServer({ tables: { sittings: () => offer }, ...answers })
  const button = <BookTable performance={offer.performance} party={3} />
  const routes = [
    { path: '/', element: button },
    { path: '/checkout/basket', element: <p>basket</p> },
  ]
  await openScreen({ at: '/', routes, brand: aBrand({ restaurant: true }), basket: aBasket() })
  await loadMessages('table')
  await loadMessages('problem')
  fireEvent.click(await screen.findByRole('button', { name: 'Book a table' }))
  return calls
}
const hold = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Hold this table' })

describe('a table of the theatre', () => {
  it('is offered only for a party that a free table seats, and is held with the basket', async () => {
    const calls = await open(offerOf(early, late), { basket: { addItem: () => aBasket() } })
    expect((await hold()).disabled).toBe(true)
    expect(screen.getByText(/No table is free for this party\..*: 2\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /(Decrease|fewer|less)/i }))
    await waitFor(async () => expect((await hold()).disabled).toBe(false))
    expect(screen.getByText('Total: £10.00')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: /Note for the restaurant/ }), { target: { value: 'A high chair' } })
    fireEvent.click(await hold())
    expect(await screen.findByText('A table at The foyer is in your basket')).toBeTruthy()
    expect(calls.find(({ path }) => path.endsWith('/basket/items'))?.body).toEqual({
      ...{ kind: 'table', instance: 'tonight', sitting: 'early', party: 2, note: 'A high chair' },
    })
  })

  it('may cost nothing', async () => {
    await open(offerOf(early, late))
    fireEvent.click(await screen.findByRole('radio', { name: /No charge/ }))
    expect(await screen.findByText('Total: no charge')).toBeTruthy()
    expect((await hold()).disabled).toBe(false)
  })

  it('that was taken meanwhile leaves what was typed, and names the problem', async () => {
    await open(offerOf(late), { basket: { addItem: () => refuse(problem('table-full', { name: 'The foyer', largest: 0 })) } })
    fireEvent.change(await screen.findByRole('textbox', { name: /Note for the restaurant/ }), { target: { value: 'A high chair' } })
    fireEvent.click(await hold())
    expect(await screen.findByText('No table is free for this party')).toBeTruthy()
    expect(screen.getByDisplayValue('A high chair')).toBeTruthy()
  })

  it.each([
    ['none is offered', offerOf(), /There are no tables at our restaurant/],
    ['all are taken', offerOf({ ...early, coversLeft: 0 }), 'Fully booked'],
    ['bookings have closed', offerOf({ ...early, closesBefore: 30 * 24 * 60 }), 'Bookings have closed'],
  ] as const)('is not offered where %s', async (_what, offer, text) => {
    await open(offer)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Hold this table' })).toBeNull()
  })
})
