import { maxCorners } from '../model/corner.ts'
import type { Corner, Point } from '../model/point.ts'

/** Reads untrusted values: files of other programs, where a number may be text and a list missing. */
export type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list, or the values of an object that is used as one; nothing for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [])

export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})

/** A label without blanks around it; numbers are labels too. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

/** A coordinate, also as text; undefined for any other value. */
export function lengthOf(value: unknown): number | undefined {
  const length = typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : value
  return typeof length === 'number' && Number.isFinite(length) ? length : undefined
}

/** A position; a missing one is where its parent is, an unreadable one is undefined. */
export function positionOf(value: unknown): Point | undefined {
  const { x = 0, y = 0 } = recordOf(value)
  const [left, top] = [lengthOf(x ?? 0), lengthOf(y ?? 0)]
  return left === undefined || top === undefined ? undefined : { x: left, y: top }
}

/** The corners of a drawn shape without unreadable ones. Of too many, evenly spaced ones are kept. */
export function cornersIn(value: unknown): Corner[] {
  const corners = listOf(value).flatMap((corner): Corner[] => {
    const place = positionOf(corner)
    return place ? [[place.x, place.y]] : []
  })
  const step = Math.ceil(corners.length / maxCorners)
  return step > 1 ? corners.filter((_, index) => index % step === 0) : corners
}
