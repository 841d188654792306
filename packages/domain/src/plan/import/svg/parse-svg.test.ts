import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { describeFinding } from '../../report/sentence.ts'
import { importPlanText } from '../import-plan.ts'
import type { ImportedPlan } from '../imported-plan.ts'

function read(content: string, root = ''): ImportedPlan {
  const result = importPlanText(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`)
  if (!result.ok) throw new Error(describeFinding(result.error))
  return result.value
}
function refusal(text: string): string {
  const result = importPlanText(text)
  return result.ok ? 'a plan' : result.error.code
}

/** `area/row: numbers` of every row, rows from the stage. */
const rowsOf = ({ draft }: ImportedPlan): string[] =>
  draft.areas.flatMap(({ name, rows }) =>
    rows.map(({ label, seats }) => `${name}/${label}: ${seats.map(({ number }) => number).join(' ')}`),
  )
const codesOf = ({ report }: ImportedPlan): string[] => report.findings.map(({ code }) => code)

const letter = (row: number): string => String.fromCharCode(65 + row)
const grid = (rows: number, seats: number, draw: (row: number, seat: number) => string): string =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: seats }, (_, seat) => draw(row, seat)).join('')).join('\n')

describe('a drawing in SVG', () => {
  it('has the rows of the letters beside them, also beyond an aisle, and the numbers that are on the seats', () => {
    const x = (seat: number): number => 50 + seat * 20 + (seat > 4 ? 40 : 0)
    const imported = read(
      `<title>Little house</title><rect id="rect1" x="100" y="0" width="200" height="40"/><text x="200" y="25" text-anchor="middle">STAGE</text>
      <g id="layer1">${grid(
        4,
        10,
        (row, seat) =>
          `<circle id="circle${row}${seat}" cx="${x(seat)}" cy="${80 + row * 22}" r="8"/>` +
          `<text x="${x(seat)}" y="${83 + row * 22}" font-size="8" text-anchor="middle">${seat + 1}</text>`,
      )}${Array.from({ length: 4 }, (_, row) => `<text x="30" y="${84 + row * 22}" font-size="12" text-anchor="middle">${letter(row)}</text>`).join('')}</g>`,
    )
    expect(rowsOf(imported)).toEqual(['A', 'B', 'C', 'D'].map((row) => `Hall/${row}: 1 2 3 4 5 6 7 8 9 10`))
    expect(imported.draft).toMatchObject({ name: 'Little house', stage: { label: 'STAGE' } })
    expect(codesOf(imported)).not.toContain('no-stage')
    expect(imported.format).toBe('svg')
    const [first] = imported.draft.areas[0]!.rows
    expect(first!.seats.map(({ flags }) => flags?.includes('endOfRow') ?? false)).toEqual(
      [1, 0, 0, 0, 1, 1, 0, 0, 0, 1].map((end) => end === 1),
    )
  })

  it('has the areas and rows of its groups, whatever group is round all of them', () => {
    const area = (name: string, top: number, rows: number): string =>
      `<g id="${name}" transform="translate(0 ${top})">${Array.from(
        { length: rows },
        (_, row) =>
          `<g id="Row ${letter(row)}" transform="translate(0 ${row * 25})">${Array.from(
            { length: 6 },
            (_, seat) =>
              `<rect id="${seat + 1}${row ? `_${row + 1}` : ''}" transform="translate(${seat * 22} 0) rotate(${seat * 5})" width="16" height="16"/>`,
          ).join('')}</g>`,
      ).join('')}</g>`
    const imported = read(
      `<g id="Theatre"><g id="Stage"><path d="M0 0h200v20h-200z"/></g><g id="all_seats">${area('Stalls', 50, 3)}${area('Upper_circle', 300, 2)}</g></g>`,
    )
    expect(rowsOf(imported)).toEqual([
      ...['A', 'B', 'C'].map((row) => `Stalls/${row}: 1 2 3 4 5 6`),
      ...['A', 'B'].map((row) => `Upper circle/${row}: 1 2 3 4 5 6`),
    ])
    expect(codesOf(imported)).not.toContain('missing-numbers')
  })

  it('has the seats that titles and data name, and the colours of style sheets as categories', () => {
    const imported = read(
      `<style>.st0{fill:#AABBCC;} .st1,.st2{fill:#ff0000}</style>${grid(
        2,
        5,
        (row, seat) =>
          `<path class="st${seat % 2}" d="M${seat * 20},${row * 20}c0-4,3-7,7-7s7,3,7,7v6h-14z"><title>Parkett, Reihe ${row + 1}, Platz ${seat + 1}</title></path>`,
      )}<circle data-section="Balcony" data-row="B" data-seat-number="7" cx="40" cy="90" r="3"/>
      <path class="st0 wheelchair" d="M0,60h18v18h-18z" id="Parkett-3-1"/>`,
    )
    expect(rowsOf(imported)).toEqual(['Parkett/1: 1 2 3 4 5', 'Parkett/2: 1 2 3 4 5', 'Parkett/3: 1', 'Balcony/B: 7'])
    expect(imported.categories.map(({ name }) => name)).toEqual(['#aabbcc', '#ff0000', 'st0 wheelchair'])
    expect(imported.draft.areas[0]!.rows[2]!.seats[0]).toMatchObject({ type: 'wheelchair' })
  })

  it('repeats what “use” refers to, in nested transforms, and joins the shapes of a chair', () => {
    const imported = read(
      `<defs><symbol id="chair" viewBox="0 0 10 10"><rect x="1" y="2" width="8" height="8"/><rect x="1" y="0" width="8" height="1.5"/></symbol>
      <g id="three">${[0, 12, 24].map((x) => `<use xlink:href="#chair" x="${x}" width="10" height="10"/>`).join('')}</g></defs>
      ${[0, 1, 2].map((row) => `<use href="#three" transform="rotate(10) translate(0 ${row * 16})"/>`).join('')}
      ${grid(1, 4, (row, seat) => `<use href="#chair" id="Balcony-${letter(row)}-${seat + 1}" x="${seat * 12}" y="90" width="10" height="10"/>`)}`,
      'xmlns:xlink="http://www.w3.org/1999/xlink"',
    )
    expect(rowsOf(imported)).toEqual(['Hall/1: 1 2 3', 'Hall/2: 1 2 3', 'Hall/3: 1 2 3', 'Balcony/A: 1 2 3 4'])
    expect(new Set(imported.origins.map(({ source }) => source)).size).toBe(13)
    const [row] = imported.draft.areas[0]!.rows
    const [first, last] = [row!.seats[0]!, row!.seats[2]!]
    expect((Math.atan2(last.y - first.y, last.x - first.x) * 180) / Math.PI).toBeCloseTo(10, 0)
  })

  it('has the tables, the boxes and the floors that it draws', () => {
    const imported = read(
      `${[1, 2].map(
        (table) =>
          `<g id="Table ${table}" transform="translate(${table * 150} 100)"><circle r="30"/>${Array.from({ length: 6 }, (_, seat) => {
            const angle = (seat * Math.PI) / 3
            return `<circle cx="${45 * Math.cos(angle)}" cy="${45 * Math.sin(angle)}" r="9"><title>${seat + 1}</title></circle>`
          }).join('')}</g>`,
      )}<g id="Box A"><rect x="0" y="200" width="60" height="40"/><circle id="Box-A-1-1" cx="15" cy="220" r="9"/><circle id="Box-A-1-2" cx="40" cy="220" r="9"/></g>
      <rect id="Pit" data-capacity="150" x="0" y="300" width="200" height="100"/>`,
    )
    const [tables, box, pit] = imported.draft.areas
    expect(tables!.rows.map(({ label, table, seats }) => [label, table?.round, seats.length])).toEqual([
      ['1', true, 6],
      ['2', true, 6],
    ])
    expect(box).toMatchObject({ kind: 'box', rows: [{ seats: [{ number: '1' }, { number: '2' }] }] })
    expect(pit).toMatchObject({ name: 'Pit', kind: 'standing' })
    expect(pit!.rows[0]!.seats).toHaveLength(150)
  })

  it('leaves out what is hidden, defined but not drawn, and no seat, and reports shapes that it left out', () => {
    const imported =
      read(`<defs><circle id="B1" r="8"/></defs><g style="display:none"><circle id="C1" r="8"/></g><path id="wall" d="M-200-200H400"/>
      ${grid(2, 4, (row, seat) => `<circle id="${letter(row)}${seat + 1}" cx="${seat * 20}" cy="${row * 20}" r="8"/>`)}`)
    expect(imported.report.seats).toBe(8)
    const leftOut = imported.report.findings.find(({ code }) => code === 'labels-left-out')
    expect(leftOut).toMatchObject({ count: 1, at: ['#wall'] })
  })

  const drawers = {
    circle: (x: number, y: number, name: string) => `<circle ${name} cx="${x}" cy="${y}" r="8"/>`,
    ellipse: (x: number, y: number, name: string) => `<ellipse ${name} cx="${x}" cy="${y}" rx="8" ry="7"/>`,
    rect: (x: number, y: number, name: string) => `<rect ${name} x="${x - 8}" y="${y - 8}" width="16" height="16"/>`,
    polygon: (x: number, y: number, name: string) =>
      `<polygon ${name} points="${x - 8},${y - 8} ${x + 8},${y - 8} ${x + 8},${y + 8} ${x - 8},${y + 8}"/>`,
    path: (x: number, y: number, name: string) => `<path ${name} d="m${x - 8} ${y - 8}h16v8a8 8 0 0 1 -16 0z"/>`,
    group: (x: number, y: number, name: string) =>
      `<g ${name} transform="translate(${x} ${y})"><rect x="-8" y="-8" width="16" height="16"/><path d="M-8-8h16v3h-16z"/></g>`,
  } as const

  it('has every seat at its place, whatever shape draws it and however it is called and turned', () => {
    const names = {
      id: (row: number, seat: number) => `id="${letter(row)}-${seat}"`,
      words: (row: number, seat: number) => `id="row-${letter(row)}-seat-${seat}"`,
      label: (row: number, seat: number) => `id="path9${row}${seat}" aria-label="Row ${letter(row)}, seat ${seat}"`,
      data: (row: number, seat: number) => `data-row="${letter(row)}" data-seat="${seat}"`,
    } as const
    fc.assert(
      fc.property(
        fc.record({
          lengths: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 5 }),
          shape: fc.constantFrom(...(Object.keys(drawers) as (keyof typeof drawers)[])),
          naming: fc.constantFrom(...(Object.keys(names) as (keyof typeof names)[])),
          turn: fc.integer({ min: -80, max: 80 }),
          scale: fc.double({ min: 0.05, max: 20, noNaN: true }),
        }),
        ({ lengths, shape, naming, turn, scale }) => {
          const seats = lengths.map((length, row) =>
            Array.from({ length }, (_, seat) => drawers[shape](seat * 20, row * 24, names[naming](row, seat + 1))).join(''),
          )
          const imported = read(`<g transform="scale(${scale}) rotate(${turn})">${seats.join('')}</g>`)
          const rows = imported.draft.areas.flatMap((area) => area.rows).toSorted((a, b) => a.label.localeCompare(b.label))
          expect(rows.map(({ label, seats: { length } }) => [label, length])).toEqual(lengths.map((length, row) => [letter(row), length]))
          for (const row of rows)
            for (const [nth, seat] of row.seats.slice(1).entries()) {
              const before = row.seats[nth]!
              expect(Math.hypot(seat.x - before.x, seat.y - before.y)).toBeCloseTo(55, -1)
              expect(Number(seat.number) - Number(before.number)).toBe(1)
            }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is read as Illustrator writes it, with entities for namespaces, which are not replaced', () => {
    const text = `<?xml version="1.0" encoding="utf-8"?>
      <!-- Generator: a program -->
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
        <!ENTITY ns_svg "http://www.w3.org/2000/svg">
      ]>
      <svg xmlns="&ns_svg;"><g id="Reihe_x5F_A">${[1, 2, 3].map((seat) => `<circle id="_x3${seat}_" cx="${seat * 20}" r="8"/>`).join('')}</g></svg>`
    const result = importPlanText(text)
    expect(result.ok && rowsOf(result.value)).toEqual(['Hall/A: 1 2 3'])
  })
})

describe('a hostile drawing', { timeout: timeLimit(120_000) }, () => {
  it('is refused where it is not well-formed, too deep, or has no seats', () => {
    expect(refusal('<svg xmlns="a"><g></svg>')).toBe('malformed-drawing')
    expect(refusal(`<svg xmlns="a">${'<g>'.repeat(5_000)}<circle r="1"/>${'</g>'.repeat(5_000)}</svg>`)).toBe('malformed-drawing')
    expect(refusal('<svg xmlns="a"><script>alert(1)</script><image href="https://example.org/a.png"/></svg>')).toBe('drawing-without-seats')
  })

  it('is refused where a few elements repeat each other millions of times', () => {
    const repeats = 'bcdefgh'
      .split('')
      .map((id, nth) => `<g id="${id}">${`<use href="#${'abcdefgh'[nth]}"/>`.repeat(60)}</g>`)
      .join('')
    expect(refusal(`<svg xmlns="a"><g id="a"><circle r="1"/></g>${repeats}</svg>`)).toBe('too-many-seats')
    expect(
      read('<g id="x"><use href="#x"/><use href="#y"/><circle r="3"/></g><g id="y"><use href="#x"/></g>').report.seats,
    ).toBeGreaterThan(0)
  })

  it('does not replace entities, and reads or refuses any text', () => {
    const entities = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    const seat = (id: string): string => `<svg xmlns="a"><circle id="${id}" r="8"/><circle id="A2" cx="20" r="8"/></svg>`
    const result = importPlanText(`${entities}${seat('&b;')}`)
    expect(result.ok && result.value.report.seats).toBe(2)
    expect(JSON.stringify(result)).not.toContain('aaaaaaaaaa')
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<g>',
            '</g>',
            '<circle r="4"/>',
            '<use href="#a"/>',
            '<text>A',
            '</text>',
            '<path d="M1 1zz',
            '"/>',
            '&',
            '<',
            'x',
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          expect(importPlanText(`<svg xmlns="a">${parts.join('')}</svg>`).ok).toBeTypeOf('boolean')
        },
      ),
    )
  })
})
