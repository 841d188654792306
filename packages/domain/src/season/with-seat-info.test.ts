import { expect, it } from 'vitest'
import { readPlan, writePlan, type PlanDraft } from '../plan/index.ts'
import { withSeatInfo } from './with-seat-info.ts'

const area = (id: string, x: number) => ({
  ...{ id, view: 'all', name: id, outline: [], floorsAboveStage: 0, stepFree: true, steps: 0, entrance: '', toiletMetres: 0 },
  rows: ['A', 'B'].map((label, row) => ({
    label,
    seats: [{ number: '1', x, y: row * 100, z: 0, flags: [], ...(id === 'stalls' && row === 0 && { note: 'Behind a pillar' }) }],
  })),
})
const plan = readPlan(
  writePlan({
    ...{ hall: 'sample', version: '1', name: 'Sample', notes: [] },
    stage: {
      polygon: [
        [-300, -400],
        [300, -400],
        [300, -100],
        [-300, -100],
      ],
      z: 90,
      label: 'Stage',
    },
    views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: -400, y: -500, width: 800, height: 900 } }],
    areas: [area('stalls', 0), area('circle', 200)],
  } as unknown as PlanDraft),
)
const notes = (seatInfo: Parameters<typeof withSeatInfo>[1], locale: 'en' | 'de' = 'en') => {
  const { noteOf, seatCount } = withSeatInfo(plan, seatInfo, locale)
  return Array.from({ length: seatCount }, (_, seat) => noteOf(seat))
}

it('adds the text to the notes of the seats of its rows, in the language of the page', () => {
  const text = { text: 'Actors walk by.', translations: { de: 'Hier gehen Schauspieler vorbei.' } }
  expect(notes([{ rows: [{ area: 'stalls', labels: ['A'] }], text }])).toEqual([
    'Actors walk by. Behind a pillar',
    undefined,
    undefined,
    undefined,
  ])
  expect(notes([{ rows: [{ area: 'stalls', labels: ['A', 'B'] }], text }], 'de').slice(0, 2)).toEqual([
    'Hier gehen Schauspieler vorbei. Behind a pillar',
    'Hier gehen Schauspieler vorbei.',
  ])
})

it('covers a whole area without labels, and leaves other seats and plans without a text unchanged', () => {
  const text = { text: 'Loud here.' }
  expect(notes([{ rows: [{ area: 'circle' }, { area: 'gallery' }], text }])).toEqual([
    'Behind a pillar',
    undefined,
    'Loud here.',
    'Loud here.',
  ])
  expect(withSeatInfo(plan, undefined, 'en')).toBe(plan)
})
