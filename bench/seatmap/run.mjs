import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findChromium } from '../../tools/setup/machine.mjs'
import { buildPage, pageFolder, weighBundles } from './build.mjs'
import { judge, judgeBundle, median } from './compare.mjs'
import { measureKeys } from './keys.mjs'
import { measure, measurePaced, openBrowser } from './measure.mjs'
import { tableOf, verdictsOf } from './report.mjs'
import { serve } from './serve.mjs'

// node bench/seatmap/run.mjs [--quick] [--variants=ours,raw] [--sizes=1000,100000] [--rounds=5] [--out=FILE]

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    variants: { type: 'string' },
    sizes: { type: 'string' },
    rounds: { type: 'string' },
    out: { type: 'string', default: 'test-results/bench-seatmap.json' },
  },
})
const folder = fileURLToPath(new URL('.', import.meta.url))
const rules = JSON.parse(readFileSync(join(folder, 'budgets.json'), 'utf8'))
const variants = (
  options.variants ?? (options.quick ? 'ours,raw,empty,svg' : 'ours,raw,empty,svg,pixi-sprites,konva,seatmap-canvas')
).split(',')
const sizes = (options.sizes ?? (options.quick ? '10000,100000' : '1000,10000,50000,100000,250000')).split(',').map(Number)
const rounds = Number(options.rounds ?? (options.quick ? 3 : 5))
/** Maximum number of seats per contestant; with more it takes minutes. @type {Record<string, number>} */
const largest = { svg: 100_000, konva: 100_000, 'seatmap-canvas': 50_000 }
const pace = options.quick ? { frames: 40, longest: 500, rounds: 3 } : { frames: 90, longest: 2_500, rounds: 5 }

const executable = await findChromium()
if (!executable) throw new Error('The bench needs Chromium: install it, or name it in CHROMIUM_PATH.')
await buildPage(variants)
const server = await serve(pageFolder)
const startedAt = new Date()
const loadBefore = loadavg()[0] ?? 0

/** @type {import('./compare.mjs').Contestant[]} */
const contestants = sizes.flatMap((seats) =>
  variants.filter((variant) => seats <= (largest[variant] ?? Infinity)).map((variant) => ({ variant, seats, rounds: [] })),
)
try {
  for (let round = 0; round < rounds; round++)
    // Each round begins with another contestant, or one would always run on the warmest caches.
    for (const one of [...contestants.slice(round), ...contestants.slice(0, round)]) {
      const browser = await openBrowser(executable)
      try {
        one.rounds.push(await measure(browser, server.origin, { ...one, ...pace }))
      } catch (error) {
        tellFailure(`${one.variant} at ${one.seats}`, error)
      } finally {
        await browser.close()
      }
      process.stderr.write('.')
    }
  process.stderr.write('\n')

  const paced = options.quick ? {} : await pacedRates()
  const keys = options.quick ? undefined : await keyTimes()
  const bundles = await weighBundles()
  const loadAfter = loadavg()[0] ?? 0
  // The load of this benchmark itself counts as two processors.
  const calm = Math.max(loadBefore, loadAfter - 2) < cpus().length
  const verdicts = [
    ...judge(contestants, rules, calm),
    ...judgeBundle(bundles, rules),
    ...pacedVerdicts(paced),
    ...(keys ? keyVerdicts(keys) : []),
  ]
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, SwiftShader, load ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}`
  console.log(`${startedAt.toISOString().slice(0, 10)}, ${machine}; ${rounds} rounds, medians; ms, main and gpu are processor time\n`)
  console.log(tableOf(contestants))
  console.log(
    `\nBundles, kB gzip: ${Object.entries(bundles)
      .map(([name, size]) => `${name} ${(size / 1000).toFixed(1)}`)
      .join(', ')}`,
  )
  for (const [variant, rates] of Object.entries(paced))
    console.log(
      `At a display's pace, 50,000 seats, ${variant}: ${Object.entries(rates)
        .map(([phase, rate]) => `${phase} ${rate.toFixed(0)}`)
        .join(', ')} frames/s`,
    )
  for (const [kind, { focused, drawn, slow }] of Object.entries(keys ?? {}))
    console.log(
      `An arrow key in a block of 2,500 seats, ${kind}: ${focused.toFixed(1)} ms until focused, ${drawn.toFixed(1)} until drawn (one of twenty: ${slow.toFixed(0)})`,
    )
  if (!calm) console.log('\nOthers use this machine too: times by the clock are told, not judged.')
  console.log(`\n${verdictsOf(verdicts)}`)
  const out = resolve(options.out)
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, JSON.stringify({ date: startedAt.toISOString(), machine, contestants, paced, keys, bundles, verdicts }, undefined, 1))
  const failures = verdicts.filter((verdict) => verdict.failed)
  console.log(
    `\n${verdicts.filter(({ met }) => met).length} of ${verdicts.length} budgets met, ${failures.length} missed by more than ${Math.round((rules.tolerance - 1) * 100)}%; ${out}`,
  )
  process.exitCode = failures.length > 0 ? 1 : 0
} finally {
  server.close()
}

async function pacedRates() {
  /** @type {Record<string, Record<string, number>>} */
  const rates = {}
  for (const variant of ['ours', 'svg', 'konva'].filter((one) => variants.includes(one))) {
    const browser = await openBrowser(/** @type {string} */ (executable), { paced: true })
    try {
      rates[variant] = await measurePaced(browser, server.origin, variant, 50_000)
    } catch (error) {
      tellFailure(`${variant} at a display's pace`, error)
    } finally {
      await browser.close()
    }
  }
  return rates
}

/** The map and plain checkboxes, in turns. */
async function keyTimes() {
  /** @type {Record<'map' | 'plain', import('./keys.mjs').KeyFigures[]>} */
  const keyRounds = { map: [], plain: [] }
  for (let round = 0; round < rounds; round++)
    for (const kind of /** @type {const} */ (['map', 'plain'])) {
      const browser = await openBrowser(/** @type {string} */ (executable))
      try {
        keyRounds[kind].push(await measureKeys(browser, server.origin, kind))
      } catch (error) {
        tellFailure(`keys, ${kind}`, error)
      } finally {
        await browser.close()
      }
    }
  const medianOf = (/** @type {import('./keys.mjs').KeyFigures[]} */ all) => ({
    focused: median(all.map(({ focused }) => focused)),
    drawn: median(all.map(({ drawn }) => drawn)),
    slow: median(all.map(({ slow }) => slow)),
  })
  return { map: medianOf(keyRounds.map), plain: medianOf(keyRounds.plain) }
}

/** A contestant that fails leaves the others' figures standing. @param {string} who @param {unknown} error */
function tellFailure(who, error) {
  console.error(`${who}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
}

/** @param {Record<string, Record<string, number>>} paced */
function pacedVerdicts(paced) {
  const { least } = rules.paced
  return Object.entries(paced['ours'] ?? {}).map(([phase, value]) => ({
    what: `frames a second at a display's pace, ${phase}`,
    seats: 50_000,
    value,
    limit: `≥ ${least}`,
    met: value >= least,
    failed: false,
  }))
}

/** @param {Record<'map' | 'plain', import('./keys.mjs').KeyFigures>} keys */
function keyVerdicts({ map }) {
  const { most } = rules.keys
  return /** @type {const} */ (['focused', 'drawn']).map((until) => ({
    what: `an arrow key, ms until the next seat is ${until}`,
    seats: 2_500,
    value: map[until],
    limit: `≤ ${most}`,
    met: map[until] <= most,
    failed: false,
  }))
}
