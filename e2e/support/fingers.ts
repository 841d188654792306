import type { Page } from '@playwright/test'

/** Position of a finger in CSS pixels, and its id. */
type Finger = readonly [x: number, y: number, id?: number]

/** Touch input by the DevTools protocol: several fingers, moved, held and lifted. */
export type Fingers = {
  readonly down: (...fingers: readonly Finger[]) => Promise<void>
  readonly move: (...fingers: readonly Finger[]) => Promise<void>
  /** Lifts all fingers but the given ones. */
  readonly up: (...remaining: readonly Finger[]) => Promise<void>
  /** The system takes over the gesture (`touchcancel`). */
  readonly cancel: () => Promise<void>
  /** Moves a finger from one place to another, quickly, and lifts it in the move. */
  readonly fling: (from: Finger, to: Finger) => Promise<void>
  readonly tap: (x: number, y: number) => Promise<void>
}

const pointsOf = (fingers: readonly Finger[]) => fingers.map(([x, y, id = 0]) => ({ x, y, id }))

export async function fingersOf(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page)
  const send =
    (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel') =>
    async (...fingers: readonly Finger[]): Promise<void> =>
      void (await session.send('Input.dispatchTouchEvent', { type, touchPoints: pointsOf(fingers) }))
  const [down, move, up, cancel] = [send('touchStart'), send('touchMove'), send('touchEnd'), send('touchCancel')]
  return {
    down,
    move,
    up,
    cancel,
    fling: async ([fromX, fromY], [toX, toY]) => {
      // Timestamps of the intended gesture, independent of the machine's speed.
      const start = Date.now() / 1_000
      const steps = 6
      const pointAt = (share: number): Finger => [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, ...fingers: readonly Finger[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: pointsOf(fingers), timestamp: start + step * 0.016 })
      await send('touchStart', 0, pointAt(0))
      for (let step = 1; step <= steps; step++) await send('touchMove', step, pointAt(step / steps))
      await send('touchEnd', steps + 0.5)
    },
    tap: async (x, y) => {
      await down([x, y])
      await up()
    },
  }
}
