import { describe, expect, it } from 'vitest'
import { givenName, groupOfSeats, parseSeatName, placeName, rowLabelIn } from './seat-name.ts'

describe('the name of a seat in a drawing', () => {
  it.each([
    ['A12', { row: 'A', number: '12' }],
    ['AA-3', { row: 'AA', number: '3' }],
    ['A_12', { row: 'A', number: '12' }],
    ['12', { number: '12' }],
    ['12a', { number: '12a' }],
    ['R3S14', { row: '3', number: '14' }],
    ['Stalls-A-12', { area: 'Stalls', row: 'A', number: '12' }],
    ['upper circle A 12', { area: 'Upper circle', row: 'A', number: '12' }],
    ['101-C-7', { area: '101', row: 'C', number: '7' }],
    ['Balcony A12', { area: 'Balcony', row: 'A', number: '12' }],
    ['seat-A-12', { row: 'A', number: '12' }],
    ['seat_12', { number: '12' }],
    ['Row A Seat 1', { row: 'A', number: '1' }],
    ['row-10-seat-4b', { row: '10', number: '4b' }],
    ['Balcony, Row C, Seat 14', { area: 'Balcony', row: 'C', number: '14' }],
    ['section-101-row-3-seat-5', { area: 'Section 101', row: '3', number: '5' }],
    ['Parkett Reihe 4 Platz 12', { area: 'Parkett', row: '4', number: '12' }],
    ['Fila B, Butaca 7', { row: 'B', number: '7' }],
    ['Row A 12', { row: 'A', number: '12' }],
    ['Table 5 Seat 3', { table: '5', number: '3' }],
    ['rowASeat12', { row: 'A', number: '12' }],
    ['Row12Seat4', { row: '12', number: '4' }],
    ['12-A', { row: '12', number: 'A' }],
    ['Stalls 12', { area: 'Stalls', number: '12' }],
    ['_x31_2', { number: '12' }],
    ['A12_2_', { row: 'A', number: '12' }],
  ])('%s', (text, name) => expect(parseSeatName(text)).toEqual(name))

  it.each([
    'circle1234',
    'path12-3',
    'rect42',
    'g12',
    'use7',
    'Ellipse 12',
    'Vector_3',
    'SVGID_1_',
    'layer1',
    'Oval-Copy-3',
    'Path',
    '',
    '—',
  ])('is none where a program made it: %s', (text) => expect(parseSeatName(text)).toBeUndefined())

  it.each(['Stalls', 'wheelchair', 'The way to the bar'])('is none in the name of something else: %s', (text) =>
    expect(parseSeatName(text)).toBeUndefined(),
  )
})

it('tells the groups of rows and tables from places in the hall', () => {
  expect(groupOfSeats('Row_A')).toEqual({ row: 'A' })
  expect(groupOfSeats('reihe-12')).toEqual({ row: '12' })
  expect(groupOfSeats('Table 7')).toEqual({ table: '7' })
  expect(groupOfSeats('Stalls')).toBeUndefined()
  expect(groupOfSeats('Rowan wing')).toBeUndefined()
  expect(placeName('grand_circle')).toBe('Grand circle')
  expect(placeName('all-seats')).toBe('')
  expect(placeName('layer3')).toBe('')
  expect(givenName('_x41_')).toBe('A')
})

it('reads the labels of rows', () => {
  expect(rowLabelIn('Row BB')).toBe('BB')
  expect(rowLabelIn('C')).toBe('C')
  expect(rowLabelIn('Stage')).toBeUndefined()
  expect(rowLabelIn('Seat 4')).toBeUndefined()
})
