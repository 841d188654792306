import { describe, expect, it } from 'vitest'
import { type CountedTicket, maxSeriesHeldByNetwork, orderLimitProblem, seriesTicketsLeftOf, ticketsLeftOf } from './order-limit.ts'

const tickets = (count: number, performance: string, series: string | null = null): CountedTicket[] =>
  Array.from({ length: count }, () => ({ performance, series }))

describe('a brand with a limit for each performance of a series', () => {
  const limits = { ticketsPerOrder: 4, ticketsPerPerformance: 3 }

  it('counts a series by performance, and other tickets by order', () => {
    const series = [...tickets(3, 'one', 's'), ...tickets(3, 'two', 's')]
    expect(orderLimitProblem(limits, series)).toBeUndefined()
    expect(orderLimitProblem(limits, [...series, ...tickets(4, 'three')])).toBeUndefined()
    expect(orderLimitProblem(limits, [...series, ...tickets(5, 'three')])).toMatchObject({ params: { maximum: 4, requested: 5 } })
  })

  it('counts the other tickets of a performance with its series', () => {
    expect(orderLimitProblem(limits, [...tickets(2, 'one', 's'), ...tickets(1, 'one')])).toBeUndefined()
    expect(orderLimitProblem(limits, [...tickets(2, 'one', 's'), ...tickets(2, 'one')])).toMatchObject({
      code: 'max-tickets-per-performance',
      params: { maximum: 3, requested: 4 },
    })
  })

  it('counts the tickets that are left', () => {
    const some = [...tickets(2, 'one', 's'), ...tickets(1, 'one')]
    expect([ticketsLeftOf(limits, some), seriesTicketsLeftOf(limits, some, 'one'), seriesTicketsLeftOf(limits, some, 'two')]).toEqual([
      3, 0, 3,
    ])
  })
})

it('counts a series like all other tickets where the brand has no limit for it', () => {
  const limits = { ticketsPerOrder: 4 }
  const some = [...tickets(2, 'one', 's'), ...tickets(2, 'two', 's')]
  expect(orderLimitProblem(limits, some)).toBeUndefined()
  expect(orderLimitProblem(limits, [...some, ...tickets(1, 'three')])).toMatchObject({ params: { maximum: 4, requested: 5 } })
  expect([ticketsLeftOf(limits, some), seriesTicketsLeftOf(limits, some, 'three')]).toEqual([0, 0])
})

it('limits what one network holds in series to the largest series', () => {
  expect(maxSeriesHeldByNetwork({ ticketsPerOrder: 4, ticketsPerPerformance: 3 })).toBe(90)
  expect(maxSeriesHeldByNetwork({ ticketsPerOrder: 4 })).toBe(120)
})
