/** What the bench records in a page: instants and durations in milliseconds. */
interface Window {
  bench: { lastTask: number; largestPaint: number; layoutShift: number; tasks: [start: number, duration: number][]; idleAt: number }
}
