import { expect, it } from 'vitest'
import { writePlan } from '../model/draft.ts'
import { photoAt, photoWords } from './photo.ts'
import { readPlan } from '../model/read-plan.ts'
import { type PlanPhoto, planSchema } from '../model/schema.ts'

const photo = (file: string, of: PlanPhoto['of'], alt: PlanPhoto['alt'] = { en: file }): PlanPhoto => ({
  of,
  file,
  width: 4,
  height: 3,
  alt,
})

const data = writePlan({
  hall: 'h',
  version: '1',
  name: 'H',
  stage: {
    polygon: [
      [0, 0],
      [9, 0],
      [9, 9],
    ],
    z: 0,
    label: 'Stage',
  },
  views: [{ id: 'all', name: 'All', order: 1, viewBox: { x: 0, y: 0, width: 9, height: 9 } }],
  areas: ['stalls', 'circle'].map((id) => ({
    id,
    view: 'all',
    name: id,
    outline: [],
    floorsAboveStage: 0,
    stepFree: true,
    steps: 0,
    entrance: '',
    toiletMetres: 0,
    rows: ['A', 'B'].map((label) => ({ label, seats: ['1', '2', '3'].map((number) => ({ number, x: Number(number), y: 1, z: 0 })) })),
  })),
})

it('returns the photograph for the fewest seats', () => {
  const plan = readPlan({
    ...data,
    photos: [
      photo('all.png', { area: 'stalls' }),
      photo('row.png', { from: 'stalls.A.2', to: 'stalls.B.1' }),
      photo('one.png', { from: 'stalls.B.1', to: 'stalls.B.1' }),
      photo('backwards.png', { from: 'circle.B.1', to: 'circle.A.1' }),
      photo('nowhere.png', { area: 'gods' }),
    ],
  })
  const photos = Array.from({ length: plan.seatCount }, (_, seat) => photoAt(plan, seat)?.file)
  expect(photos.slice(0, 6)).toEqual(['all.png', 'row.png', 'row.png', 'one.png', 'all.png', 'all.png'])
  expect(photos.slice(6)).toEqual(Array.from({ length: 6 }))
})

it('returns the text in the visitor’s language, or the nearest one', () => {
  const words = photo('a.png', { area: 'a' }, { en: 'Stage', sv: 'Scenen', es: ' ' })
  expect(['sv', 'en-us', 'es', 'de'].map((locale) => photoWords(words, locale))).toEqual(['Scenen', 'Stage', 'Stage', 'Stage'])
  expect(photoWords(photo('a.png', { area: 'a' }, { sv: 'Scenen' }), 'de')).toBe('Scenen')
})

it.each(['../a.png', '/a.png', 'https://b.example/a.png', '//b.example/a.png', 'a.html', 'photo/../../a.png', 'a.png?x', ''])(
  'rejects %j as a file name',
  (file) => {
    expect(planSchema.safeParse({ ...data, photos: [photo(file, { area: 'stalls' })] }).success).toBe(false)
  },
)
