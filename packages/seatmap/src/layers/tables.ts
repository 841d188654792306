import { type Plan, tableOutline } from '@playhouse/domain/plan'
import { inkOn, mix, mixOnce, type Paint } from '#look'
import type { Point } from '#plan-index'
import { type Label, type Shape, type Stroke, widthOf } from './drawing.ts'

/** The top of a table and its name. */
export type DrawnTable = {
  readonly outline: readonly Point[]
  readonly x: number
  readonly y: number
  readonly label: string
  readonly space: number
}

const tablesByPlan = new WeakMap<Plan, ReadonlyMap<number, readonly DrawnTable[]>>()
const noTables: readonly DrawnTable[] = []

/** The tables of an area. Returns the same objects each time, so that painters can cache them. */
export function tablesOf(plan: Plan, area: number): readonly DrawnTable[] {
  let tables = tablesByPlan.get(plan)
  if (!tables) {
    const drawnTables = plan.rows.flatMap(({ table, label, area: areaIndex }) =>
      table
        ? [
            {
              of: areaIndex,
              outline: tableOutline(table),
              x: table.x,
              y: table.y,
              label,
              space: table.round ? table.length * 0.8 : Math.min(table.length, table.depth * 2) * 0.9,
            },
          ]
        : [],
    )
    tablesByPlan.set(plan, (tables = Map.groupBy(drawnTables, ({ of }) => of)))
  }
  return tables.get(area) ?? noTables
}

export const tableTops = (tables: readonly DrawnTable[]): Shape[] =>
  tables.map(({ outline }) => ({
    kind: 'polygon',
    points: outline,
    fill: topPaint,
    stroke: topEdge,
  }))

const topPaint: Paint = mixOnce((ink) => mix(ink.houseRaised, ink.houseInk, 0.14))
const topEdge: Stroke = { colour: mixOnce((ink) => mix(ink.houseLine, ink.houseInk, 0.25)), width: 1.25 }
const nameColour: Paint = mixOnce((ink) => inkOn(topPaint(ink), ink.houseInk, ink.houseSoft))

/** The names of the tables whose tops have space for them at this text size and scale. */
export const tableNames = (tables: readonly DrawnTable[], size: number, k: number): Label[] =>
  tables
    .filter(({ label, space }) => label !== '' && widthOf(label, size) <= space * k)
    .map(({ label, x, y }) => ({
      text: label,
      x,
      y,
      right: 0,
      down: 0,
      size,
      weight: 700,
      colour: nameColour,
    }))
