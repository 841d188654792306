import { expect, it } from 'vitest'
import { readVerdicts } from './report.mjs'

it('counts the budgets of a bench, and names those that failed', () => {
  const output = ['Measured once more:', '  FAILED   10000  a', 'met      10000  a: 1 (≤ 2)', 'missed  100000  b: 3 (≤ 2)'].join('\n')
  expect(readVerdicts(true, output)).toEqual({ passed: 2, failures: [] })
  expect(readVerdicts(false, `${output}\nFAILED 100000  c: 9 (≤ 2)`)).toEqual({ passed: 2, failures: ['FAILED 100000  c: 9 (≤ 2)'] })
})

it('fails with what was said where a bench came to no verdict', () => {
  expect(readVerdicts(false, 'no Chromium\n')).toEqual({ passed: 0, failures: ['no Chromium'] })
})
