import { describe, expect, it } from 'vitest'
import { isTableBookable, tableLink, tableOfferFor } from './table-booking.ts'

const london = { startsAt: '2027-03-28T18:30:00Z', timeZone: 'Europe/London' }
const now = Date.parse('2027-01-01T12:00:00Z')

describe('tableOfferFor', () => {
  it('is 90 minutes before the start, by the clock of the theatre', () => {
    expect(tableOfferFor(london, now)).toEqual({ date: '2027-03-28', time: '18:00', at: '2027-03-28T17:00:00.000Z', opensOn: '2027-01-27' })
    expect(tableOfferFor({ startsAt: '2027-03-28T00:30:00Z', timeZone: 'Europe/London' }, now)).toMatchObject({
      date: '2027-03-27',
      time: '23:00',
    })
    expect(tableOfferFor({ startsAt: '2027-01-05T01:00:00Z', timeZone: 'America/New_York' }, now)).toMatchObject({
      date: '2027-01-04',
      time: '18:30',
    })
  })

  it('is nothing once its time is over', () => {
    expect(tableOfferFor(london, Date.parse('2027-03-28T16:59:59Z'))).toBeDefined()
    expect(tableOfferFor(london, Date.parse('2027-03-28T17:00:00Z'))).toBeUndefined()
  })
})

it('can be booked from 60 days before on', () => {
  const offer = tableOfferFor(london, now)!
  expect(['2027-01-26', '2027-01-27', '2027-03-28'].map((today) => isTableBookable(offer, today))).toEqual([false, true, true])
})

it('fills date, time and party into the link', () => {
  const url = 'https://tables.example/book?on={date}&at={time}&covers={party}'
  expect(tableLink({ url }, { date: '2027-03-28', time: '18:00' }, 4)).toBe('https://tables.example/book?on=2027-03-28&at=18%3A00&covers=4')
})
