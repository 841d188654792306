import { money } from '@playhouse/domain/money'
import { expect, test } from 'vitest'
import { offersOf, theatre } from '#fixture'
import { englishWords } from './english-words.ts'

const plan = theatre()
const offers = offersOf(plan)
const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`
const words = englishWords(plan, offers, pounds)
const seat = plan.rows[0]!.firstSeat
const place = `Row ${plan.rows[0]!.label} seat ${plan.numberOf(seat)}`

test('a seat’s name contains its row, its price and its special features', () => {
  expect(words.seatName(seat, 'free')).toMatch(new RegExp(`^${place}, £\\d+\\.\\d\\d, band .+`))
  expect(words.seatName(seat, 'taken')).toContain(', taken')
  expect(words.seatName(seat, 'mine')).toContain('in your basket')
})

test('a choice is announced with the total of the selection', () => {
  const both = [seat, seat + 1]
  const price =
    [...offers.bands.values()][offers.bandOf[seat]!]!.priceFrom + [...offers.bands.values()][offers.bandOf[seat + 1]!]!.priceFrom
  expect(words.selected([seat + 1], both)).toMatch(new RegExp(`selected\\. 2 seats, ${pounds(price)}\\.$`))
  expect(words.seatsCleared([seat], [])).toMatch(/cleared\. 0 seats, £0\.00\.$/)
})

test('distinguishes one from many, and sold out from a price range', () => {
  expect([words.takenPassed(1), words.takenPassed(4)]).toEqual(['1 taken seat passed', '4 taken seats passed'])
  expect([words.matching(1), words.matching(38)]).toEqual(['1 seat matches.', '38 seats match.'])
  expect(words.areaPrice(undefined)).toBe('sold out')
  expect(words.gridSummary({ area: 0, free: 143, seats: 612, from: money(1_500), to: money(12_000) })).toBe(
    '143 of 612 available, £15.00 to £120.00. Arrow keys move, Space selects, question mark for help.',
  )
})
