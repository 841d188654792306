// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offersOf, theatre } from '#fixture'
import { SeatList } from '#list'
import { createSeatStore } from '#store'
import { englishListWords } from './english-list-words.ts'

const plan = theatre()
const offers = offersOf(plan)
const words = englishListWords(plan, offers, (pence) => `£${(pence / 100).toFixed(2)}`)

test('a page of another application can show a list in English', () => {
  render(
    <SeatList
      plan={plan}
      store={createSeatStore(plan)}
      offers={offers}
      words={words}
      selection={[]}
      onToggle={() => {}}
      onDetails={() => {}}
    />,
  )
  expect(screen.getByRole('table', { name: plan.areas[0]!.name })).toBeTruthy()
  const [seat] = document.querySelectorAll('[data-seat]')
  expect(seat!.getAttribute('aria-label')).toMatch(/^Row \S+ seat \S+, £\d+\.\d\d, band \S+/)
  expect(seat!.closest('tr')!.querySelector('button')!.getAttribute('aria-label')).toMatch(/^Details of Row \S+ seat \S+$/)
  expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/)
})

test('groups are named by their ends and the price of each seat', () => {
  expect(words.groupName([0, 1, 2])).toMatch(/^Row \S+ seats \S+ to \S+, together, £\d+\.\d\d( to £\d+\.\d\d)? each$/)
  expect(words.groupLabel([0, 1, 2])).toBe(`${plan.numberOf(0)}–${plan.numberOf(2)}`)
})
