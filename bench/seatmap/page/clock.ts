/** Counts the time that callbacks of animation frames run: most contestants draw in their own callback. */
const original = window.requestAnimationFrame.bind(window)
let spent = 0
let requestedFrames = 0
window.requestAnimationFrame = (callback) => {
  requestedFrames += 1
  return original((now) => {
    const start = performance.now()
    callback(now)
    spent += performance.now() - start
  })
}

/** Milliseconds of script: of `work`, and of all frame callbacks since the last call. */
export function time(work: () => void): void {
  const start = performance.now()
  work()
  spent += performance.now() - start
}
export function takeTime(): number {
  const total = spent
  spent = 0
  return total
}
/** Number of animation frames that contestants requested since the last call. */
export function takeRequestedFrames(): number {
  const count = requestedFrames
  requestedFrames = 0
  return count
}

const probe = document.createElement('canvas').getContext('webgl2')
const pixel = new Uint8Array(4)
const channel = new MessageChannel()
let onMessage: (() => void) | undefined
channel.port1.addEventListener('message', () => onMessage?.())
channel.port1.start()

/**
 * Waits until the current frame is drawn and the graphics process has finished: reading a pixel waits for the queue that all
 * canvases and the compositor share. Without it a loop of frames runs ahead, and WebGL seems ten times too fast.
 */
export async function drain(): Promise<void> {
  await new Promise<void>((resolve) => original(() => resolve()))
  await new Promise<void>((resolve) => {
    onMessage = resolve
    channel.port2.postMessage(undefined)
  })
  if (!probe) return
  probe.clear(probe.COLOR_BUFFER_BIT)
  probe.readPixels(0, 0, 1, 1, probe.RGBA, probe.UNSIGNED_BYTE, pixel)
}
