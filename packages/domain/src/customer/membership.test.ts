import { expect, it } from 'vitest'
import { ageOn, findAgeProblem, membershipSchema } from './membership.ts'

const young = { name: 'Young', ages: { least: 16, most: 25 } }

it.each([
  ['2010-06-15', '2031-06-14', 20],
  ['2010-06-15', '2031-06-15', 21],
  ['2010-12-31', '2031-01-01', 20],
  ['2031-01-01', '2031-01-01', 0],
  // Without 29 February, the birthday is 1 March.
  ['2012-02-29', '2028-02-28', 15],
  ['2012-02-29', '2028-02-29', 16],
  ['2012-02-29', '2031-02-28', 18],
  ['2012-02-29', '2031-03-01', 19],
  ['2011-02-28', '2028-02-28', 17],
  ['2011-03-01', '2028-02-29', 16],
])('counts whole years: born on %s, on %s: %i', (birthDate, day, age) => {
  expect(ageOn(birthDate, day)).toBe(age)
})

it.each([
  ['2015-03-02', 'membership-age'],
  ['2015-03-01', undefined],
  ['2005-03-02', undefined],
  ['2005-03-01', 'membership-age'],
  [null, 'date-of-birth-required'],
])('sells a membership for ages 16 to 25 on 1 March 2031 to a buyer born on %s: %s', (birthDate, code) => {
  expect(findAgeProblem(young, birthDate, '2031-03-01')?.code).toBe(code)
})

it('names the membership and its ages in the problem', () => {
  expect(findAgeProblem(young, '1980-01-01', '2031-03-01')?.params).toEqual({ name: 'Young', least: 16, most: 25 })
  expect(findAgeProblem(young, null, '2031-03-01')?.params).toEqual({ name: 'Young' })
})

it('sells a membership without ages to everyone', () => {
  expect(findAgeProblem({ name: 'Friend' }, null, '2031-03-01')).toBeUndefined()
})

it('rejects ages in the wrong order', () => {
  expect(membershipSchema.safeParse({ id: 'young', ...young }).success).toBe(true)
  expect(membershipSchema.safeParse({ id: 'young', name: 'Young', ages: { least: 26, most: 25 } }).success).toBe(false)
})
