import { expect, it } from 'vitest'
import { readPlan } from '../model/read-plan.ts'
import { writePlan } from '../model/draft.ts'
import { importPlanBytes } from './import-bytes.ts'
import { seatsInTable } from './table.ts'

const imported = (text: string) => importPlanBytes(new TextEncoder().encode(text))
const planOf = (text: string) => {
  const result = imported(text)
  if (!result.ok) throw new Error(result.error.code)
  return readPlan(writePlan(result.value.draft))
}

it.each([
  ['commas', 'area,row,number,x,y,category\nStalls,A,1,0,0,Gold\nStalls,A,2,20,0,Gold\n'],
  ['semicolons, in German, with decimal commas', 'Kategorie;x;y;Platz;Reihe;Bereich\r\nGold;0,5;0;1;A;Stalls\r\nGold;20,5;0;2;A;Stalls'],
  ['tabs and a byte order mark', '\uFEFFarea\trow\tseat\tx\ty\nStalls\tA\t1\t0\t0\nStalls\tA\t2\t20\t0\n'],
  [
    'quotes, and a column that is no fact of a seat',
    '"area","row","seat","x","y","note"\n"Stalls","A","1","0","0","by ""the"" pillar, left"\n"Stalls","A","2","20","0",""\n',
  ],
])('reads a table with %s', (_, text) => {
  const plan = planOf(text)
  expect([plan.idOf(0), plan.idOf(1), plan.seatCount]).toEqual(['stalls.A.1', 'stalls.A.2', 2])
})

it('keeps the categories of a table for the price list', () => {
  const result = imported('area,row,number,x,y,category\nStalls,A,1,0,0,Gold\nStalls,A,2,20,0,Silver\n')
  expect(result.ok && result.value.categories.map(({ name }) => name)).toEqual(['Gold', 'Silver'])
})

it('keeps a seat whose position is no number, and reports it', () => {
  const result = imported('area,row,number,x,y\nStalls,A,1,0,0\nStalls,A,2,=1+1,0\n')
  expect(result).toMatchObject({ ok: true, value: { report: { seats: 2 } } })
  expect(result.ok && result.value.report.findings.map(({ code }) => code)).toContain('unreadable-position')
})

it('refuses a table without positions, and stops reading after the most lines', () => {
  expect(imported('area,row,number\nStalls,A,1\n')).toMatchObject({ ok: false, error: { code: 'foreign-file' } })
  const lines = seatsInTable(`x,y\n${'0,0\n'.repeat(100)}`, 10)
  expect(lines).toHaveLength(11)
})

it('reads the rest of a line as one cell where a quote is never closed', () => {
  expect(seatsInTable('x,y,row\n1,2,"A\n3,4,B\n', 10)).toEqual([
    { x: '1', y: '2', row: '"A' },
    { x: '3', y: '4', row: 'B' },
  ])
})
