import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { judgeFlaky, readPlaywright, readVerdicts, readVitest } from './report.mjs'

it('counts the budgets of a benchmark, and names those that failed', () => {
  const output = ['Measured once more:', '  FAILED   10000  a', 'met      10000  a: 1 (≤ 2)', 'missed  100000  b: 3 (≤ 2)'].join('\n')
  expect(readVerdicts(true, output)).toEqual({ passed: 2, failures: [] })
  expect(readVerdicts(false, `${output}\nFAILED 100000  c: 9 (≤ 2)`)).toEqual({ passed: 2, failures: ['FAILED 100000  c: 9 (≤ 2)'] })
})

it('fails with the output if a benchmark printed no result', () => {
  expect(readVerdicts(false, 'no Chromium\n')).toEqual({ passed: 0, failures: ['no Chromium'] })
})

it('names the error of each failed test of Vitest, and of a hook, which only the log has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playhouse-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const failed = { fullName: 'a fails', status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2\n    at a.test.ts:3:5'] }
  const testResults = [
    { name: '/clone/apps/a.test.ts', status: 'failed', message: '', assertionResults: [{ status: 'passed' }, failed] },
    { name: '/clone/apps/b.test.ts', status: 'failed', message: '', assertionResults: [{ status: 'skipped' }] },
    { name: '/clone/apps/c.test.ts', status: 'failed', message: 'Error: no such module', assertionResults: [] },
  ]
  writeFileSync(file, JSON.stringify({ numPassedTests: 1, testResults }))
  const log = '\u001B[31m FAIL \u001B[39m |server| apps/b.test.ts > b\nError: no port is free\n ❯ apps/b.test.ts:2:47'
  expect(readVitest(file, false, log)).toEqual({
    passed: 1,
    failures: [
      '/clone/apps/a.test.ts: a fails: AssertionError: expected 1 to be 2',
      '/clone/apps/b.test.ts: Error: no port is free',
      '/clone/apps/c.test.ts: Error: no such module',
    ],
  })
})

describe('a run of Playwright', () => {
  /** @param {string} status @param {string[]} [tags] */
  const spec = (status, tags = []) => ({
    title: `is ${status}`,
    file: 'a.e2e.ts',
    ok: status !== 'unexpected',
    tags,
    tests: [{ status }],
  })
  /** @param {ReturnType<typeof spec>[]} specs @param {boolean} [ok] */
  const read = (specs, ok = true) => {
    const folder = mkdtempSync(join(tmpdir(), 'playhouse-report-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ suites: [{ suites: [{ specs }] }], errors: [] }))
    return readPlaywright(join(folder, 'report.json'), ok)
  }

  it('counts what passed, and names what failed and what is flaky', () => {
    expect(read([spec('expected'), spec('skipped'), spec('flaky'), spec('unexpected')], false)).toEqual({
      passed: 2,
      failures: ['a.e2e.ts: is unexpected'],
      flaky: ['a.e2e.ts: is flaky'],
    })
  })

  it.each(['money', 'seats', '@money', '@seats'])('fails where a journey tagged %s is flaky', (tag) => {
    expect(read([spec('expected', [tag]), spec('flaky', [tag])])).toEqual({
      passed: 1,
      failures: ['a.e2e.ts: is flaky passed at a second try, and gets none'],
      flaky: [],
    })
  })

  it('fails if Playwright failed and no journey did', () => {
    expect(read([spec('expected')], false).failures).toHaveLength(1)
  })

  it('fails with more than two flaky journeys', () => {
    expect(judgeFlaky(['a', 'b'])).toEqual([])
    expect(judgeFlaky(['a', 'b', 'c'])).toEqual(['3 journeys passed at their second try only, more than 2: a; b; c'])
  })
})
