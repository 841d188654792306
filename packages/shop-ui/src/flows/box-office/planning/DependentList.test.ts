import { expect, it } from 'vitest'
import { mergeDependents } from './DependentList.tsx'

it('counts later changes without a name together, and each other thing once', () => {
  const change = { kind: 'publish-production', at: '2026-11-20T12:00:00Z', by: 'Robin' } as const
  expect(
    mergeDependents([
      { kind: 'change', id: 'one', count: 1 },
      { kind: 'ticket', id: 'lear-1', count: 2 },
      { kind: 'change', id: 'three', count: 4, change },
      { kind: 'change', id: 'two', count: 12 },
      { kind: 'ticket', id: 'lear-1', count: 2 },
      { kind: 'basket', id: 'lear-1', count: 1 },
    ]),
  ).toEqual([
    { kind: 'change', id: 'two', count: 13 },
    { kind: 'ticket', id: 'lear-1', count: 2 },
    { kind: 'change', id: 'three', count: 4, change },
    { kind: 'basket', id: 'lear-1', count: 1 },
  ])
})
