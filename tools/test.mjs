import { timeLimit } from '../packages/testing/src/time-limit.mjs'
import { install } from './setup/install.mjs'
import { closeMemoryFolder, openMemoryFolder } from './setup/memory-folder.mjs'
import { stopAll } from './setup/repository.mjs'

// npm test: everything that CI runs; `npm test -- unit lint` runs only these steps. The last line counts.

const startedAt = performance.now()
const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

let passed = 0
/** @type {string[]} */
const failures = []
/** @type {string[]} */
const flaky = []
/** @type {string | undefined} */
let memory

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => finish(`stopped by ${signal}`))

// CI ends a run after 90 minutes, without the list of what failed.
const minutes = process.argv.includes('clocks') ? 180 : 85
setTimeout(() => finish(`stopped after ${minutes} minutes, times TEST_TIME_SCALE`), timeLimit(minutes * 60_000)).unref()

try {
  await install()
  memory = openMemoryFolder()
  if (memory) process.env['TMPDIR'] = memory
  // Imported after the installation, because these modules import installed packages.
  const { parallelSteps, onlyWhenAsked, steps } = await import('./step/index.mjs')
  const requestedSteps = process.argv.slice(2)
  const unknown = requestedSteps.filter((name) => !(name in steps))
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}`)
  const isTaken = (/** @type {string} */ name) => (requestedSteps.length === 0 ? !onlyWhenAsked.has(name) : requestedSteps.includes(name))
  const selectedSteps = Object.entries(steps).filter(([name]) => isTaken(name))
  const inTurn = async (/** @type {typeof selectedSteps} */ some) => {
    for (const [name, step] of some) await take(name, step)
  }
  // Browser tests and database tests both wait often, so they run in parallel.
  const first = selectedSteps.findIndex(([name]) => parallelSteps.has(name))
  const last = selectedSteps.findLastIndex(([name]) => parallelSteps.has(name))
  const [before, after] = first < 0 ? [selectedSteps, []] : [selectedSteps.slice(0, first), selectedSteps.slice(last + 1)]
  await Promise.all([inTurn(before), inTurn(selectedSteps.slice(before.length, selectedSteps.length - after.length))])
  await inTurn(after)
  const { judgeFlaky } = await import('./step/report.mjs')
  failures.push(...judgeFlaky(flaky))
  finish()
} catch (error) {
  finish(error instanceof Error ? error.message : String(error))
}

/** @param {string} name @param {() => Promise<import('./step/report.mjs').Outcome>} step */
async function take(name, step) {
  const since = performance.now()
  console.log(`\n— ${name} …`)
  /** @type {import('./step/report.mjs').Outcome} */
  const outcome = await step().catch((error) => ({ passed: 0, failures: [error instanceof Error ? error.message : String(error)] }))
  passed += outcome.passed
  failures.push(...outcome.failures.map((failure) => `${name}: ${failure}`))
  flaky.push(...(outcome.flaky ?? []).map((journey) => `${name}: ${journey}`))
  for (const failure of outcome.failures) console.log(failure)
  console.log(`— ${name}: ${outcome.passed} passed, ${outcome.failures.length} failed in ${seconds(since)}`)
}

/** @param {string} [trouble] */
function finish(trouble) {
  if (trouble) failures.push(trouble)
  stopAll('SIGTERM')
  if (memory) closeMemoryFolder(memory)
  if (flaky.length > 0) console.log(`\nFlaky, passed at the second try:\n${flaky.map((journey) => `  ${journey}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure.split('\n')[0]}`).join('\n')}`)
  console.log(`\nin ${seconds(startedAt)}`)
  console.log(`${passed} passed, ${failures.length} failed`)
  process.exit(failures.length > 0 ? 1 : 0)
}
