import { describe, expect, test } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { formatTime } from '@playhouse/domain/calendar'
import { orderCalendar } from './calendar.ts'
import { aTicket, anOrder, shippedBrand } from './order.fixture.ts'

const brand = shippedBrand('bridge')
const url = 'https://shop.example/account/your-orders/BR7K2M9Q'
const summer = [aTicket(12), aTicket(13)]
const winter = aTicket(4, { instance: 'the-tempest-2026-12-01', startsAt: '2026-12-01T19:30:00Z' })
const file = (order = anOrder([winter, ...summer]), locale: (typeof locales)[number] = 'en') => orderCalendar({ brand, order, url, locale })

/** The properties of each event: lines unfolded, escapes undone (RFC 5545, 3.1 and 3.3.11). */
function eventsOf(text: string): Record<string, string>[] {
  const unfolded = text.replaceAll(/\r\n[ \t]/g, '')
  return [...unfolded.matchAll(/^BEGIN:VEVENT\r\n(.*?)^END:VEVENT\r$/gms)].map((event) =>
    Object.fromEntries(
      event[1]!
        .trimEnd()
        .split('\r\n')
        .map((line) => {
          const [, name, value] = /^([A-Z-]+)[^:]*:(.*)$/s.exec(line)!
          return [name!, value!.replaceAll(/\\([\\;,n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))]
        }),
    ),
  )
}
const instantOf = (utc: string) => utc.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')

describe('orderCalendar', () => {
  test('has one event a performance, the earliest first', () => {
    const events = eventsOf(file())
    expect(events.map((event) => event['DTSTART'])).toEqual(['20260701T183000Z', '20261201T193000Z'])
    expect(events.map((event) => event['DTEND'])).toEqual(['20260701T210000Z', '20261201T220000Z'])
  })

  test('is at 7.30pm in the theatre’s time zone in summer and in winter', () => {
    for (const event of eventsOf(file())) expect(formatTime(instantOf(event['DTSTART']!), 'Europe/London', 'en')).toBe('7.30pm')
  })

  test('has the place, the seats and the link to the tickets', () => {
    const [event] = eventsOf(file())
    expect(event).toMatchObject({
      SUMMARY: 'The Tempest',
      URL: url,
      LOCATION: 'Bridge Theatre, Main House, 3 Potters Fields Park, London SE1 2SG',
    })
    expect(event!['DESCRIPTION']!.split('\n').slice(0, 5)).toEqual([
      'Stalls, row F, seat 12, entrance: Door 2',
      'Stalls, row F, seat 13, entrance: Door 2',
      '',
      'Order BR7K2M9Q',
      `Your tickets: ${url}`,
    ])
  })

  test('is the same file each time, with ids that stay and differ by order', () => {
    expect(file()).toBe(file())
    const ids = eventsOf(file()).map((event) => event['UID'])
    expect(new Set(ids).size).toBe(2)
    const otherUids = eventsOf(file(anOrder(summer, { number: 'OTHER' }))).map((event) => event['UID'])
    expect(ids).not.toContain(otherUids[0])
    expect(eventsOf(file(anOrder(summer), 'sv'))[0]!['UID']).toBe(ids[0])
  })

  test('escapes typed text, so that it stays inside its property', () => {
    const title = 'A\r\nEND:VEVENT\r\nATTENDEE:mailto:x@y.example; "or", \\ B'
    const events = eventsOf(file(anOrder([aTicket(1, { title, row: '', number: '', entrance: '' })])))
    expect(events).toHaveLength(1)
    expect(events[0]).not.toHaveProperty('ATTENDEE')
    expect(events[0]!['DESCRIPTION']!.split('\n')[0]).toBe('Stalls')
  })

  test.each(locales)('is translated into %s', (locale) => {
    const text = file(anOrder(summer), locale)
    expect(text).not.toMatch(/\{\{|calendar\./)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})
