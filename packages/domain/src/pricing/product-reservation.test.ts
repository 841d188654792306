import { expect, it } from 'vitest'
import { findReservationProblem, findSurplusReservations } from './product-reservation.ts'

const unit = (quantity: number, instance = 'tonight', product = 'unit', isReservation = true) => ({
  quantity,
  detail: { product, name: 'Captioning unit', isReservation, performance: { instance } },
})
const tickets = new Map([['tonight', 2]])

it.each([
  ['as many as tickets', [unit(2)], undefined],
  ['two products, each as often as tickets', [unit(2), unit(2, 'tonight', 'loop')], undefined],
  ['more than tickets, in one item', [unit(3)], { tickets: 2, requested: 3 }],
  ['more than tickets, in two items', [unit(1), unit(2)], { tickets: 2, requested: 3 }],
  ['for a performance without tickets', [unit(1, 'tomorrow')], { tickets: 0, requested: 1 }],
  ['any number of a product that is no reservation', [unit(9, 'tonight', 'programme', false)], undefined],
])('checks reservations: %s', (_what, items, excess) => {
  expect(findReservationProblem(items, tickets)).toEqual(
    excess && { code: 'reservations-exceed-tickets', params: { name: 'Captioning unit', ...excess } },
  )
})

it.each([
  ['as many as tickets', [unit(2)], []],
  ['more than tickets, in one item', [unit(3)], [1]],
  ['more than tickets, in two items: the later one', [unit(1), unit(2)], [1]],
  ['for a performance without tickets', [unit(1, 'tomorrow'), unit(2)], [1]],
  ['each product by itself', [unit(2), unit(3, 'tonight', 'loop')], [1]],
  ['all of a later item', [unit(2), unit(2)], [2]],
  ['no reservation', [unit(9, 'tonight', 'programme', false)], []],
])('finds the reservations beyond tickets: %s', (_what, items, pieces) => {
  expect(findSurplusReservations(items, tickets).map((each) => each.pieces)).toEqual(pieces)
})
