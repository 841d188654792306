import { expect, it } from 'vitest'
import { needsOfRequest } from './request-needs.ts'

it('requests stated needs with those of the access ID, and a companion seat only beside a wheelchair space for two', () => {
  expect(needsOfRequest(2, ['hearing-loop'], ['end-of-row'])).toEqual(['end-of-row', 'hearing-loop'])
  expect(needsOfRequest(2, ['wheelchair'], ['end-of-row', 'step-free', 'hearing-loop'])).toEqual(['wheelchair', 'hearing-loop'])
  expect(needsOfRequest(2, ['companion'])).toEqual(['wheelchair', 'companion'])
  expect(needsOfRequest(1, [], ['wheelchair', 'companion'])).toEqual(['wheelchair'])
  expect(needsOfRequest(2, [])).toEqual([])
})
