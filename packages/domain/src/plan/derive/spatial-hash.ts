/** Finds what is near: places by square of a grid, so that no pair far apart is ever compared. */
export type SpatialHash<Thing> = {
  readonly put: (x: number, y: number, thing: Thing) => void
  /** Visits things in the square of a place and the eight around it, until `visit` returns true. */
  readonly forEachNear: (x: number, y: number, visit: (thing: Thing) => boolean | void) => void
}

/** Two squares far apart may share a key: callers check the distance anyway. */
const keyOf = (column: number, line: number): number => Math.imul(column, 73_856_093) ^ Math.imul(line, 19_349_663)

const steps = [-1, 0, 1] as const

/** Maximum number of items compared per square. More of them lie on top of each other, and comparing all would take too long. */
const maxPerSquare = 64

/** @param cell side of a square: nothing farther than this need be found. */
export function createSpatialHash<Thing>(cell: number): SpatialHash<Thing> {
  const squares = new Map<number, Thing[]>()
  return {
    put: (x, y, thing) => {
      const key = keyOf(Math.floor(x / cell), Math.floor(y / cell))
      const square = squares.get(key)
      if (square && square.length < maxPerSquare) square.push(thing)
      else if (!square) squares.set(key, [thing])
    },
    forEachNear: (x, y, visit) => {
      const [column, line] = [Math.floor(x / cell), Math.floor(y / cell)]
      // Steps are added to the square, not counted up from it: above 2^53 adding one does not change a number.
      for (const down of steps)
        for (const across of steps) for (const thing of squares.get(keyOf(column + across, line + down)) ?? []) if (visit(thing)) return
    },
  }
}
