/** Milliseconds a pointer rests on a seat before its card is shown. */
const hoverDelayMs = 80

export type Hover = {
  /** The seat under the pointer now, -1 for none. Looked up at most once a frame. */
  readonly at: (find: (() => number) | undefined) => void
  readonly seat: () => number
  readonly destroy: () => void
}

/** Follows the pointer: `onMark` at once (a ring), `onRest` when it stays (a card). */
export function createHover(onMark: (seat: number) => void, onRest: (seat: number) => void): Hover {
  let seat = -1
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let find: (() => number) | undefined

  const settle = (next: number): void => {
    if (next === seat) return
    seat = next
    clearTimeout(timer)
    onMark(seat)
    if (seat < 0) onRest(-1)
    else timer = setTimeout(() => onRest(seat), hoverDelayMs)
  }
  return {
    seat: () => seat,
    at: (next) => {
      find = next
      if (!next) settle(-1)
      else
        frame ||= requestAnimationFrame(() => {
          frame = 0
          settle(find?.() ?? -1)
        })
    },
    destroy: () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    },
  }
}
