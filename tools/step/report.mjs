import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** `flaky`: journeys that passed at their second attempt only. @typedef {{ passed: number, failures: string[], flaky?: string[] }} Outcome */

/** Tags of journeys that get one attempt: an intermittent failure is an intermittent loss of money or a seat. */
const strictTags = ['money', 'seats']

/** Most journeys that may pass at their second attempt, in one run. */
const mostFlaky = 2

/** The failures of a run with these flaky journeys. @param {readonly string[]} flaky @returns {string[]} */
export const judgeFlaky = (flaky) =>
  flaky.length > mostFlaky ? [`${flaky.length} journeys passed at their second try only, more than ${mostFlaky}: ${flaky.join('; ')}`] : []

/** The outcome of a check with one result. @param {boolean} ok @param {string} output @returns {Outcome} */
export const verdict = (ok, output) => (ok ? { passed: 1, failures: [] } : { passed: 0, failures: [output.trim() || 'failed'] })

/** The outcome of a benchmark, from its line per budget. @param {boolean} ok @param {string} output @returns {Outcome} */
export function readVerdicts(ok, output) {
  const lines = output.split('\n')
  const failures = lines.filter((line) => line.startsWith('FAILED'))
  if (!ok && failures.length === 0) return verdict(ok, output)
  return { passed: lines.filter((line) => /^(met|missed) /.test(line)).length, failures }
}

/**
 * @param {string} file what Vitest's JSON reporter wrote @param {boolean} ok whether Vitest itself succeeded
 * @param {string} log what Vitest printed: only this names the error of a hook
 * @returns {Outcome}
 */
export function readVitest(file, ok, log) {
  if (!existsSync(file)) return verdict(false, 'Vitest ended without a report')
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const failures = []
  for (const { name, message, status, assertionResults } of testResults) {
    const failedTests = assertionResults.filter((/** @type {{ status: string }} */ test) => test.status === 'failed')
    for (const test of failedTests) failures.push(`${name}: ${test.fullName}: ${firstLineOf(test.failureMessages[0] ?? '')}`)
    if (status === 'failed' && failedTests.length === 0) failures.push(`${name}: ${firstLineOf(message) || hookErrorOf(name, log)}`)
  }
  if (!ok && failures.length === 0) failures.push('Vitest reports an error outside of any test')
  return { passed: numPassedTests, failures }
}

const firstLineOf = (/** @type {string} */ text) => text.split('\n', 1)[0] ?? ''

/**
 * The error of a failed hook: the line after the one that names the test file.
 * @param {string} testFile absolute path @param {string} log
 */
function hookErrorOf(testFile, log) {
  const lines = stripVTControlCharacters(log).split('\n')
  const nth = lines.findIndex((line) => {
    const [, path] = /^ *FAIL +\|[^|]*\| (\S+)/.exec(line) ?? []
    return path !== undefined && testFile.endsWith(`/${path}`)
  })
  return nth < 0 ? 'a hook failed' : (lines[nth + 1] ?? '')
}

/** @param {string} file what Playwright's JSON reporter wrote @param {boolean} ok @returns {Outcome} */
export function readPlaywright(file, ok) {
  if (!existsSync(file)) return verdict(false, 'Playwright ended without a report')
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8'))
  const specs = specsOf({ suites })
  const isFlaky = (/** @type {Spec} */ { tests }) => tests.some(({ status }) => status === 'flaky')
  const isStrict = (/** @type {Spec} */ { tags }) => tags.some((tag) => strictTags.includes(tag.replace('@', '')))
  const failedSpecs = specs.filter(({ ok }) => !ok)
  const flaky = specs.filter((spec) => spec.ok && isFlaky(spec))
  const failures = [
    ...failedSpecs.map(nameOf),
    ...flaky.filter(isStrict).map((spec) => `${nameOf(spec)} passed at a second try, and gets none`),
    ...errors.map((/** @type {{ message: string }} */ { message }) => message),
  ]
  if (!ok && failures.length === 0) failures.push('Playwright reports an error outside of any test')
  const passedSpecs = specs.filter(
    (spec) => spec.ok && spec.tests.some(({ status }) => status !== 'skipped') && !(isFlaky(spec) && isStrict(spec)),
  )
  return { passed: passedSpecs.length, failures, flaky: flaky.filter((spec) => !isStrict(spec)).map(nameOf) }
}

/** @typedef {{ title: string, file: string, ok: boolean, tags: string[], tests: { status: string }[] }} Spec */

/** @param {Spec} spec */
const nameOf = ({ file, title }) => `${file}: ${title}`

/** @param {{ specs?: Spec[], suites?: any[] }} suite @returns {Spec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
