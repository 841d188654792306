import { expect, it } from 'vitest'
import { mergeDependents } from './DependentList.tsx'

it('counts later changes together, and each other thing once', () => {
  expect(
    mergeDependents([
      { kind: 'change', id: 'one', count: 1 },
      { kind: 'ticket', id: 'lear-1', count: 2 },
      { kind: 'change', id: 'two', count: 12 },
      { kind: 'ticket', id: 'lear-1', count: 2 },
      { kind: 'basket', id: 'lear-1', count: 1 },
    ]),
  ).toEqual([
    { kind: 'change', id: 'two', count: 13 },
    { kind: 'ticket', id: 'lear-1', count: 2 },
    { kind: 'basket', id: 'lear-1', count: 1 },
  ])
})
