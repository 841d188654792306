import { expect, it } from 'vitest'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { draftOf, idOfTitle, mergeDrafts, planOf } from './production-draft.ts'

const lear: ProductionPlan = {
  ...{ id: 'lear', title: 'King Lear', credit: 'William Shakespeare', tagline: '', venue: 'Main House', copyLanguage: 'en' },
  synopsis: [{ kind: 'paragraph', text: 'A king divides his kingdom.' }],
  performers: [{ kind: 'person', name: 'William Shakespeare' }],
  ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: ['Smoke', 'Strobe'], poster: { hue: 20, motif: 'sun' } },
}

it('returns the production that was typed, with what the form does not show', () => {
  expect(planOf(draftOf(lear), lear)).toEqual({ ...lear, slug: null })
  expect(planOf(draftOf({ ...lear, slug: 'king-lear' }), lear).slug).toBe('king-lear')
  expect(planOf({ ...draftOf(lear), slug: ' ' }, lear).slug, 'its id is its address').toBeNull()
  expect(planOf({ ...draftOf(lear), runningTime: 'long' }, lear).runningTime, 'the server rejects it').toBe(-1)
})

it('makes a short name of a title', () => {
  expect(idOfTitle('  Die Räuber: “Élan”!  ')).toBe('die-rauber-elan')
  expect(planOf({ ...draftOf(lear), id: ' ' }, lear).id).toBe('king-lear')
})

it('keeps what was typed, and takes what another staff user changed', () => {
  const base = draftOf(lear)
  const merged = mergeDrafts(base, { ...base, title: 'Lear' }, { ...base, title: 'The King', credit: 'Edward Bond' })
  expect(merged).toEqual({ ...base, title: 'Lear', credit: 'Edward Bond' })
})
