import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../budgets.mjs'
import { build, buildPreview } from '../setup/build.mjs'
import { findQuickChromium, findPostgres } from '../setup/machine.mjs'
import { environment, node, root, run } from '../setup/repository.mjs'
import { checkWords } from '../plain-words/check.mjs'
import { typecheck } from '../typecheck.mjs'
import { auditPackages } from './audit.mjs'
import { clockAt, moments, ownPostgres, prepareFaketime } from './clocks.mjs'
import { filesWithoutDatabase, notOnInstalled } from './database-tests.mjs'
import { startInstalledPostgres } from './installed-postgres.mjs'
import { readPlaywright, readVerdicts, readVitest, verdict } from './report.mjs'

/** @typedef {import('./report.mjs').Outcome} Outcome */

const reports = join(root, 'test-results')

/** Workers for tests that mostly wait for the database and for processes: more than there are cores. */
const patient = 3

/** Every step that a change must pass, in order. @type {Record<string, () => Promise<Outcome>>} */
export const steps = {
  format: () => check('node_modules/oxfmt/bin/oxfmt', '--check'),
  words: async () => checkWords(),
  lint: () => check('node_modules/oxlint/bin/oxlint', '--deny-warnings'),
  types: checkTypes,
  deadcode: () => check('node_modules/knip/bin/knip.js'),
  unit: () => vitest('unit'),
  server: checkServer,
  'server-installed': () =>
    onInstalledPostgres((url) =>
      vitest(
        'server',
        'server-installed',
        { TEST_DATABASE_URL: url },
        patient,
        [...notOnInstalled, ...withoutDatabase].map((files) => `--exclude=${files}`),
      ),
    ),
  build: checkBuild,
  budgets: checkBudgets,
  map: () => browse('packages/seatmap', 'map', ['--config', 'browser/playwright.config.ts'], {}),
  preview: () => journeys('preview', ['--config', 'preview/playwright.config.ts'], {}, buildPreview),
  'plan-budgets': () => check('bench/plan/run.mjs', '--budgets'),
  'map-budgets': checkMapBudgets,
  'map-speed': () => check('bench/seatmap/run.mjs', '--quick'),
  e2e: () => journeys('e2e'),
  'e2e-installed': () => onInstalledPostgres((url) => journeys('e2e-installed', databaseJourneys, { E2E_DATABASE_URL: url })),
  audit: auditPackages,
  clocks: checkClocks,
}

/** Test files that have opened no database in this run: a second run on another PostgreSQL would repeat them. @type {readonly string[]} */
let withoutDatabase = []

/** Journeys that depend on the database. The contract suite covers the rest on this PostgreSQL. */
const databaseJourneys = ['payment', 'claim-conflict', 'restart'].map((name) => `(journeys|faults)/${name}`)

/** Journeys that show dates and times, and buy. */
const clockJourneys = ['keyboard', 'expiry', 'payment', 'box-office'].map((name) => `journeys/${name}`)

/** These run in sequence, in parallel with the steps above. */
export const parallelSteps = new Set(['build', 'budgets', 'map', 'preview'])

/** Run only by name: wall-clock times need an idle machine, known vulnerabilities need a registry, and moved clocks take long. */
export const onlyWhenAsked = new Set(['map-speed', 'audit', 'clocks'])

/** @param {string} program @param {...string} args */
async function check(program, ...args) {
  const { ok, output } = await run(node, [program, ...args], { quiet: true })
  return verdict(ok, output)
}

async function checkTypes() {
  const results = await typecheck()
  return {
    passed: results.filter(({ ok }) => ok).length,
    failures: results.flatMap(({ ok, folder, output }) => (ok ? [] : [`${folder}\n${output}`])),
  }
}

/**
 * Runs the tests of a project once, without retries. The output stays in `test-results/NAME.log`.
 * @param {'unit' | 'server'} project @param {string} [name] @param {NodeJS.ProcessEnv} [env]
 * @param {number} [workers] @param {readonly string[]} [more]
 */
async function vitest(project, name = project, env = {}, workers = undefined, more = []) {
  const file = clear(`${name}.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    // The unit tests are two projects.
    '--project',
    `${project}*`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    // Vitest rejects a repeated option.
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...more,
  ]
  const { ok } = await run(node, args, { env: environment(env), log: logOf(name) })
  return readVitest(file, ok, readFileSync(logOf(name), 'utf8'))
}

/** Runs all tests of the server on the embedded PostgreSQL. */
async function checkServer() {
  const record = clear('database-tests.txt')
  const outcome = await vitest('server', 'server', { DATABASE_TESTS: record }, patient)
  withoutDatabase = filesWithoutDatabase(record)
  return outcome
}

/**
 * Unit and server tests and a few journeys with every clock moved to a moment. CLOCK names one of the moments; without it
 * all run in sequence. @returns {Promise<Outcome>}
 */
async function checkClocks() {
  const wantedClock = process.env['CLOCK']
  if (wantedClock && !moments[wantedClock])
    return verdict(false, `There is no CLOCK ${wantedClock}. There are: ${Object.keys(moments).join(', ')}`)
  const library = await prepareFaketime()
  if (!library) return verdict(false, 'There is no libfaketime and none could be installed: apt-get install libfaketime')
  const outcomes = []
  try {
    await build()
    for (const [name, moment] of Object.entries(moments)) {
      if (wantedClock && name !== wantedClock) continue
      console.log(`\n${name}: ${moment.at}, ${moment.zone}`)
      const result = await onClock(name, () => clockAt(moment, library))
      outcomes.push({ ...result, failures: result.failures.map((failure) => `${name}: ${failure}`) })
    }
  } finally {
    rmSync(library)
  }
  return mergeOutcomes(outcomes)
}

/** Each of the three runs starts at the moment, because each takes longer than the minutes before the change. @param {string} name @param {() => NodeJS.ProcessEnv} clock */
async function onClock(name, clock) {
  const exclusions = ownPostgres.map((files) => `--exclude=${files}`)
  return mergeOutcomes([
    await vitest('unit', `clock-${name}-unit`, clock()),
    await onMovedPostgres(clock, (env, url) =>
      vitest('server', `clock-${name}-server`, { ...env, TEST_DATABASE_URL: url }, patient, exclusions),
    ),
    await onMovedPostgres(clock, (env, url) => browse('e2e', `clock-${name}-e2e`, clockJourneys, { ...env, E2E_DATABASE_URL: url })),
  ])
}

/** @param {() => NodeJS.ProcessEnv} clock @param {(env: NodeJS.ProcessEnv, url: string) => Promise<Outcome>} check */
function onMovedPostgres(clock, check) {
  const env = clock()
  return onInstalledPostgres((url) => check(env, url), env)
}

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
const mergeOutcomes = (outcomes) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  flaky: outcomes.flatMap(({ flaky }) => flaky ?? []),
})

/** Runs the same tests on the installed PostgreSQL of this machine. @param {(url: string) => Promise<Outcome>} check @param {NodeJS.ProcessEnv} [env] */
async function onInstalledPostgres(check, env = {}) {
  const bin = await findPostgres()
  if (!bin)
    return verdict(false, 'There is no installed PostgreSQL (initdb, postgres) and none could be installed: apt-get install postgresql')
  const postgres = await startInstalledPostgres(bin, env)
  console.log(postgres.version)
  try {
    return await check(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function checkBuild() {
  await build()
  return verdict(true, '')
}

async function checkBudgets() {
  await build()
  const measures = measure()
  for (const { name, size, budget } of measures) console.log(`${name}: ${size} of ${budget} bytes`)
  return {
    passed: measures.filter(({ ok }) => ok).length,
    failures: measures.flatMap(({ name, size, budget, ok }) => (ok ? [] : [`${name}: ${size} bytes, ${size - budget} over its budget`])),
  }
}

/** Checks the map's budgets by processor time, which other load changes little, while no other step runs. */
async function checkMapBudgets() {
  const { ok, output } = await run(node, ['bench/seatmap/check-budgets.mjs'], { quiet: true })
  console.log(output.trim())
  return readVerdicts(ok, output)
}

/** @param {string} name @param {readonly string[]} [only] @param {NodeJS.ProcessEnv} [more] @param {() => Promise<unknown>} [make] */
async function journeys(name, only = [], more = {}, make = build) {
  await make()
  return browse('e2e', name, only, more)
}

/** Playwright's tests of a folder. @param {string} folder @param {string} name @param {readonly string[]} only @param {NodeJS.ProcessEnv} more */
async function browse(folder, name, only, more) {
  const chromium = await findQuickChromium()
  if (!chromium) return verdict(false, 'There is no Chromium and none could be installed: apt-get install chromium, or set CHROMIUM_PATH')
  const file = clear(`${name}.json`)
  const place = join(root, folder)
  const env = environment({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, CI: '1', ...more })
  const { ok } = await run(node, [join(place, 'node_modules/@playwright/test/cli.js'), 'test', ...only, '--reporter=list,json'], {
    cwd: place,
    env,
    log: logOf(name),
  })
  return readPlaywright(file, ok)
}

/** The folder of the output of a run. @param {string} name */
const logOf = (name) => join(reports, `${name}.log`)

/** The path of a report; removes an older one. @param {string} name */
function clear(name) {
  mkdirSync(reports, { recursive: true })
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}
