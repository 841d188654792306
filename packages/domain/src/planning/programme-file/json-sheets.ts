import type { Cell } from './cell.ts'
import type { RawSheet } from './read-sheet.ts'

/** Reads JSON as sheets: the name of each, with an array of objects whose keys are the columns. @throws for any other text */
export function readJsonSheets(text: string): RawSheet[] {
  const content: unknown = JSON.parse(text)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new TypeError('no object')
  return Object.entries(content).map(([name, things]) => {
    if (!Array.isArray(things)) throw new TypeError(`${name} is no array`)
    const records = things.map((thing: unknown) => (typeof thing === 'object' && thing !== null ? thing : {}) as Record<string, unknown>)
    const headers = [...new Set(records.flatMap((record) => Object.keys(record)))]
    return { name, rows: [headers, ...records.map((record) => headers.map((header) => cellOf(record[header])))] }
  })
}

const cellOf = (value: unknown): Cell => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
}

/** JSON as {@link readJsonSheets} reads it. Empty cells are left out. */
export const writeJsonSheets = (sheets: readonly RawSheet[]): string =>
  `${JSON.stringify(
    Object.fromEntries(
      sheets.map(({ name, rows: [headers = [], ...body] }) => [
        name,
        body.map((row) => Object.fromEntries(row.flatMap((cell, place) => (cell === null ? [] : [[String(headers[place]), cell]])))),
      ]),
    ),
    null,
    2,
  )}\n`
