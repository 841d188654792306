// JavaScript, because the tools that read it also run under Node 20.

/** Milliseconds that a test waits for one condition by default. */
export const usualWait = 30_000

/** Milliseconds that a test may wait for one condition, on any machine. `tools/waits.test.mjs` checks it. */
export const longestWait = 60_000

/**
 * The factor by which this machine is slower than two idle cores.
 * @param {string | undefined} value of TEST_TIME_SCALE
 */
export function readTimeScale(value) {
  const scale = Number(value || 1)
  if (!(scale >= 1 && scale <= 20)) throw new Error(`TEST_TIME_SCALE is "${value}": it must be a number from 1 to 20.`)
  return scale
}

const timeScale = readTimeScale(process.env['TEST_TIME_SCALE'])

/**
 * The limit of something that takes its time by itself (an install, a build, a start, a whole test), for this machine.
 * Waits for a condition are not scaled.
 * @param {number} milliseconds on two quiet cores, with room to spare
 */
export const timeLimit = (milliseconds) => milliseconds * timeScale
