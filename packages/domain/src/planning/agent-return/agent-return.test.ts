import { expect, it } from 'vitest'
import { money } from '../../money/money.ts'
import { agentDueDay, agentOrderTotals, agentSums, agentTotals, commissionOf, readAgentReturn, returnColumns } from './index.ts'

const noWord = () => null

it('computes the commission of each ticket, so that a return takes away exactly its part', () => {
  expect(commissionOf(money(45_01), 1_250)).toBe(5_63)
  const tickets = [45_01, 45_01, 20_00].map((price) => ({ price: money(price), basisPoints: 1_250 }))
  expect(agentTotals(tickets)).toEqual({ gross: 110_02, commission: 13_76, net: 96_26 })
  expect(agentTotals([])).toEqual({ gross: 0, commission: 0, net: 0 })
})

it('reads one sheet with any name, with rows that may be equal', () => {
  const row = ['lear-1', 'King Lear', 'Friday', 'Stalls', 'A', 12, '', 'Ann Page', 'G-1']
  const read = readAgentReturn(
    [
      { name: 'March', rows: [returnColumns, row, row] },
      { name: 'Sheet2', rows: [] },
    ],
    noWord,
  )
  expect(read.problems).toEqual([])
  const seat = { performance: 'lear-1', area: 'Stalls', seatRow: 'A', seat: '12', priceType: '', buyer: 'Ann Page', reference: 'G-1' }
  expect(read.rows).toEqual([
    { row: 2, thing: seat },
    { row: 3, thing: seat },
  ])
})

it('reports a second sheet, unknown and missing columns, and missing values', () => {
  const rows = [
    ['performance', 'chair'],
    ['lear-1', 'A1'],
  ]
  const faults = readAgentReturn(
    [
      { name: 'March', rows },
      { name: 'April', rows },
    ],
    noWord,
  ).problems.map(({ fault }) => fault)
  expect(faults).toEqual(['unknown-sheet', 'unknown-column', 'missing'])
  const empty = [
    ['performance', 'seat'],
    ['lear-1', ''],
  ]
  expect(readAgentReturn([{ name: 'March', rows: empty }], noWord)).toMatchObject({ rows: [], problems: [{ row: 2, column: 'seat' }] })
  expect(readAgentReturn([], noWord)).toEqual({ sheet: '', rows: [], problems: [] })
})

it('leaves refunded tickets out of what an agent owes, and counts the days to pay from the day of the file', () => {
  const tickets = [45_01, 45_01, 20_00].map((price, nth) => ({ price: money(price), isReturned: nth === 1 }))
  const totals = agentOrderTotals(tickets, 1_250)
  expect(totals).toEqual({ count: 2, returned: 1, gross: 65_01, commission: 8_13, net: 56_88 })
  expect(agentSums([totals, totals, agentOrderTotals([], 1_000)])).toEqual({ gross: 130_02, commission: 16_26, net: 113_76 })
  expect(agentDueDay('2028-02-15', 30)).toBe('2028-03-16')
  expect(agentDueDay('2028-12-31', 0)).toBe('2028-12-31')
})
