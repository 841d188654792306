// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { viewFrom } from '@playhouse/seatmap/view-from-seat'
import { openScreen, closeScreen } from '#testing'
import type { SeatingModel } from '../model/seating-model.ts'
import { sampleModel } from '../model/sample-model.ts'
import { useViewWords } from './useViewWords.ts'
import { ViewPanel } from './ViewPanel.tsx'

afterEach(() => {
  localStorage.clear()
  closeScreen()
})

const seat = (name: string): number => sampleModel.plan.indexOf(`stalls.${name}`)!
const renderPanel = (index: number, model: SeatingModel = sampleModel) =>
  openScreen({ at: '/', routes: [{ path: '/', element: <ViewPanel model={model} index={index} /> }] })

it('shows the visible share of the stage', async () => {
  await renderPanel(seat('A.2'))
  expect(await screen.findByText('You see all of the stage.')).toBeDefined()
})

it('shows no full view where the theatre reports a restricted one', async () => {
  await renderPanel(seat('C.4'))
  expect(await screen.findByText('Restricted view: part of what there is to see is hidden.')).toBeDefined()
  expect(document.body.textContent).not.toContain('all of the stage')
})

it('uses the eye height of a wheelchair user for a wheelchair space, until another is chosen', async () => {
  await renderPanel(seat('C.1'))
  expect(await screen.findByRole('radio', { name: 'A wheelchair user', checked: true })).toBeDefined()
  closeScreen()
  await renderPanel(seat('C.2'))
  expect(await screen.findByRole('radio', { name: 'An adult', checked: true })).toBeDefined()
})

it('shows no view where the plan has no heights', async () => {
  const { plan } = sampleModel
  await renderPanel(seat('B.2'), { ...sampleModel, plan: { ...plan, stage: { ...plan.stage, z: 0 } } })
  expect(await screen.findByText(/^The plan doesn’t say how high/)).toBeDefined()
  expect(document.body.textContent).not.toContain('%')
  expect(document.querySelector('svg')).toBeNull()
})

it.each([
  [['heads'], 'the heads in front hide the rest'],
  [['rail', 'heads'], 'the heads and the rail in front hide the rest'],
  [['heads', 'edge'], 'the heads in front and its own edge hide the rest'],
  [['edge', 'rail'], 'the rail in front and its own edge hide the rest'],
] as const)('names what hides the rest, and nothing else: %s', async (causes, sentence) => {
  const view = viewFrom(sampleModel.plan, 0, 'adult')
  const obstructions = causes.map((by) => ({ by, share: 0.5 / causes.length }))
  const Words = () => <p>{useViewWords().first({ ...view, share: 0.5, obstructions })}</p>
  await openScreen({ at: '/', routes: [{ path: '/', element: <Words /> }] })
  expect(await screen.findByText(`You see 50% of the stage; ${sentence}.`)).toBeDefined()
})
