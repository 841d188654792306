// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { SeatPhoto } from './SeatPhoto.tsx'

const data = hall('studio-60')
const plan = readPlan(data)
const seat = plan.indexOf('studio.C.3')!
const show = (from: Partial<Parameters<typeof SeatPhoto>[0]> = {}) =>
  render(<SeatPhoto plan={plan} seat={seat} locale="sv" folder="/brand/" caption="Härifrån" {...from} />)
afterEach(cleanup)

test('shows the photo with a localised description, loaded lazily from the brand’s folder', () => {
  show()
  const photo = screen.getByRole('img', { name: data.photos![0]!.alt['sv']! })
  expect(photo.getAttribute('src')).toBe('/brand/photo/studio-bank.svg')
  expect(photo.getAttribute('loading')).toBe('lazy')
  expect([photo.getAttribute('width'), photo.getAttribute('height')]).toEqual(['960', '570'])
  expect(screen.getByText('Härifrån')).toBeTruthy()
})

test('a photo that fails to load leaves no gap, and another seat’s photo is still tried', () => {
  const { rerender, container } = show()
  fireEvent.error(screen.getByRole('img'))
  expect(container.innerHTML).toBe('')
  rerender(<SeatPhoto plan={plan} seat={plan.indexOf('studio.A.2')!} locale="en" folder="brand/" caption="From here" />)
  expect(screen.getByRole('img').getAttribute('src')).toBe('brand/photo/studio-front.svg')
})

test('a hall without photographs shows none', () => {
  expect(show({ plan: readPlan(hall('opera-2250')) }).container.innerHTML).toBe('')
})
