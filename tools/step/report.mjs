import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failures: string[] }} Outcome */

/** One check that is good or bad as a whole. @param {boolean} ok @param {string} output @returns {Outcome} */
export const verdict = (ok, output) => (ok ? { passed: 1, failures: [] } : { passed: 0, failures: [output.trim() || 'failed'] })

/** The lines of a bench that say what became of each budget. @param {boolean} ok @param {string} output @returns {Outcome} */
export function readVerdicts(ok, output) {
  const lines = output.split('\n')
  const failures = lines.filter((line) => line.startsWith('FAILED'))
  if (!ok && failures.length === 0) return verdict(ok, output)
  return { passed: lines.filter((line) => /^(met|missed) /.test(line)).length, failures }
}

/**
 * @param {string} file what Vitest's JSON reporter wrote @param {boolean} ok whether Vitest itself was content
 * @returns {Outcome & { files: string[], passedBeside: number }} with the files whose tests failed, and how many passed in the others
 */
export function readVitest(file, ok) {
  if (!existsSync(file)) return { ...verdict(false, 'Vitest ended without a report'), files: [], passedBeside: 0 }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const failures = []
  const files = []
  let passedBeside = 0
  for (const { name, message, status, assertionResults } of testResults) {
    const failed = assertionResults.filter((/** @type {{ status: string }} */ test) => test.status === 'failed')
    for (const test of failed) failures.push(`${name}: ${test.fullName}`)
    if (status === 'failed' && failed.length === 0) failures.push(`${name}: ${message}`)
    if (status === 'failed') files.push(name)
    else passedBeside += assertionResults.filter((/** @type {{ status: string }} */ test) => test.status === 'passed').length
  }
  if (!ok && failures.length === 0) failures.push('Vitest reports an error outside of any test')
  return { passed: numPassedTests, failures, files, passedBeside }
}

/** @param {string} file what Playwright's JSON reporter wrote @param {boolean} ok @returns {Outcome} */
export function readPlaywright(file, ok) {
  if (!existsSync(file)) return verdict(false, 'Playwright ended without a report')
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'))
  const failures = [...suites.flatMap(failedSpecs), ...errors.map((/** @type {{ message: string }} */ { message }) => message)]
  if (!ok && failures.length === 0) failures.push('Playwright reports an error outside of any test')
  return { passed: stats.expected + stats.flaky, failures }
}

/** @param {{ title: string, file: string, specs?: { title: string, ok: boolean }[], suites?: any[] }} suite @returns {string[]} */
function failedSpecs({ file, specs = [], suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`)
  return [...own, ...suites.flatMap(failedSpecs)]
}
