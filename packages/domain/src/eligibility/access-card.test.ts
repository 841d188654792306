import { expect, it } from 'vitest'
import { accessCardSchema, isAccessCardFound, isSameContent, normalAccessCard, repeatedAccessIds } from './access-card.ts'

const card = { accessId: ' ac 20-a ', lastName: 'Löfgren', types: ['hearing', 'wheelchair', 'hearing'], isWithdrawn: false } as const

it('stores an ID in capitals without spaces, and each need once', () => {
  const normal = normalAccessCard(accessCardSchema.parse(card))
  expect(normal).toEqual({ ...card, accessId: 'AC20-A', types: ['hearing', 'wheelchair'] })
  expect(isSameContent(normal, { lastName: 'Löfgren', types: ['wheelchair', 'hearing'] })).toBe(true)
  expect(isSameContent(normal, { lastName: null, types: ['wheelchair', 'hearing'] })).toBe(false)
  expect(isSameContent(normal, { lastName: 'Löfgren', types: ['hearing'] })).toBe(false)
})

it.each([[{ accessId: '  ' }], [{ accessId: 'A'.repeat(61) }], [{ lastName: ' ' }], [{ types: [] }], [{ types: ['sight'] }]])(
  'is refused with %j',
  (change) => {
    expect(accessCardSchema.safeParse({ ...card, ...change }).success).toBe(false)
  },
)

it('finds the cards of a change that repeat an ID', () => {
  expect(repeatedAccessIds([{ accessId: 'A1' }, { accessId: 'B1' }, { accessId: ' a 1' }])).toEqual(['cards.2.accessId'])
})

it.each([
  ['20-', true],
  ['ac 20', true],
  ['löf', true],
  ['gren', false],
  ['', true],
])('a search for %j: %s', (find, isFound) => {
  expect(isAccessCardFound({ accessId: 'AC20-A', lastName: 'Löfgren' }, find)).toBe(isFound)
})
