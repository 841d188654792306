// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import type { ImportSummary } from '@playhouse/domain/programme-import'
import { mostSpreadsheetBytes } from '@playhouse/domain/spreadsheet-refusal'
import type { StaffRole } from '@playhouse/domain/staff'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { ProgrammeFilePage } from './index.ts'

afterEach(closeScreen)

const counterState = (role: StaffRole): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
})
const changeSet = 'a4b5c6d7-0000-4000-8000-000000000012'
const empty: ImportSummary = {
  problems: [],
  problemCount: 0,
  things: [],
  created: 0,
  changed: 0,
  unchanged: 0,
  changeSet: null,
  notes: [],
  noteCount: 0,
}
const changes: ImportSummary = {
  ...{ ...empty, created: 1, changed: 1, unchanged: 7 },
  things: [
    { subject: 'production', id: 'medea', effect: 'created', fields: ['title'] },
    { subject: 'price-list', id: 'week', effect: 'changed', fields: ['name', 'price.a.full', 'price.b.full', 'priceTypes'] },
  ],
}
async function open(role: StaffRole = 'programmer'): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, counterState(role))
  await openScreen({ at: '/smart/programme-file', routes: [{ path: '/smart/programme-file', element: <ProgrammeFilePage /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await screen.findByRole('heading', { name: 'Download' })
}
const choose = (...files: File[]): void => {
  fireEvent.change(document.querySelector<HTMLInputElement>('input[type=file]')!, { target: { files } })
}
const workbook = (content = 'sheets', name = 'season.xlsx'): File => new File([content], name)

it('checks chosen files at once, shows what would change, and imports them with a fresh code', async () => {
  const sent: object[] = []
  let isFresh = false
  fakeServer({
    programmeFiles: {
      preview: ({ body }) => {
        sent.push(body)
        return changes
      },
      import: ({ body }) => {
        sent.push(body)
        return isFresh ? { ...changes, changeSet } : refuse(problem('second-factor-required'))
      },
    },
    staff: {
      desk: () => counterState('programmer'),
      proveAgain: () => {
        isFresh = true
        return { proved: true as const }
      },
    },
  })
  await open()
  choose(workbook(), workbook('title', 'productions.csv'))
  const heading = await screen.findByRole('heading', { name: 'What an import would change' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText('Chosen: season.xlsx and productions.csv')).toBeTruthy()
  expect(['New: 1', 'Changed: 1', 'As before: 7'].map((text) => screen.queryByText(text) !== null)).toEqual([true, true, true])
  expect(screen.getByText('Production medea: new')).toBeTruthy()
  expect(screen.getByText('Price list week: Name, Prices and Price types')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Spring' } })
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /code/i }), { target: { value: '123 456' } })
  fireEvent.submit(screen.getByRole('form', { name: /code/i }))
  expect(await screen.findByRole('heading', { name: 'What was changed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Changes' }).getAttribute('href')).toBe('/smart/changes')
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  const files = [
    { name: 'season.xlsx', file: btoa('sheets') },
    { name: 'productions.csv', file: btoa('title') },
  ]
  expect(sent).toEqual([{ files }, { files, reason: 'Spring' }, { files, reason: 'Spring' }])
})

it('lists everything that is wrong with what to write instead, and imports nothing', async () => {
  const at = { sheet: 'performances', row: 3, column: 'hall', value: 'smal' }
  fakeServer({
    programmeFiles: {
      preview: () => ({
        ...{ ...empty, problemCount: 503 },
        problems: [
          { ...at, fault: 'unknown-reference', suggestion: 'small' },
          { ...at, row: 4, fault: 'repeated-key', suggestion: '2' },
          { ...at, row: null, column: null, fault: 'incomplete', suggestion: 'hall-clash: King Lear' },
        ],
      }),
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open()
  choose(workbook())
  expect(await screen.findByRole('heading', { name: 'Problems in the files' })).toBeTruthy()
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Sheet', 'Row', 'Column', 'Value', 'What is wrong', 'Instead'],
    ['performances', '3', 'hall', 'smal', 'This does not exist.', 'small'],
    ['performances', '4', 'hall', 'smal', 'Another row has this short name already.', 'see row 2'],
    ['performances', '', '', 'smal', 'It cannot be published yet.', 'The hall is in use: King Lear.'],
  ])
  expect(screen.getByText('500 more are not listed.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

it('lists what of a calendar is not imported, asks for what it lacks, and imports only what was checked', async () => {
  const sent: object[] = []
  const note = { file: 'dates.ics', line: 4, field: 'STATUS', value: 'lear-1', note: 'cancelled' as const }
  fakeServer({
    programmeFiles: {
      preview: ({ body }) => {
        sent.push(body)
        return { ...changes, notes: [note, { ...note, line: null, field: 'DTEND', value: '2', note: 'not-read' as const }], noteCount: 503 }
      },
    },
    staff: { desk: () => counterState('programmer') },
  })
  await open()
  choose(workbook('dates', 'dates.ics'))
  expect(await screen.findByRole('heading', { name: 'Not imported' })).toBeTruthy()
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows.slice(1)).toEqual([
    ['dates.ics', '4', 'STATUS', 'lear-1', 'It is cancelled. Cancel a performance on its screen.'],
    ['dates.ics', '', 'DTEND', '2', 'The programme has no place for it.'],
  ])
  expect(screen.getByText('501 more are not listed.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: /^Hall/ }), { target: { value: ' small ' } })
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('button', { name: 'Import' })).toBeTruthy()
  const files = [{ name: 'dates.ics', file: btoa('dates') }]
  expect(sent).toEqual([{ files }, { files, defaults: { hall: 'small' } }])
})

it('names a file that is no spreadsheet, and sends none that are too large or too many', async () => {
  fakeServer({
    programmeFiles: { preview: () => refuse(problem('spreadsheet-refused', { file: 'season.xls', reason: 'old-excel' })) },
    staff: { desk: () => counterState('programmer') },
  })
  await open()
  choose(workbook('old', 'season.xls'))
  expect(await screen.findByText('season.xls can’t be read')).toBeTruthy()
  expect(screen.getByText(/Save it as \.xlsx/)).toBeTruthy()
  const large = workbook()
  Object.defineProperty(large, 'size', { value: mostSpreadsheetBytes + 1 })
  const dropped = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files: [large] } })
  fireEvent(screen.getByRole('button', { name: 'Choose other files' }), dropped)
  expect(await screen.findByText('Together they are larger than 20 MB.')).toBeTruthy()
  expect(screen.queryByText('season.xls can’t be read')).toBeNull()
  choose(...Array.from({ length: 11 }, () => workbook()))
  expect(await screen.findByText('Choose at most 10 files.')).toBeTruthy()
})

it('gives roles that only read the programme its download', async () => {
  fakeServer({ staff: { desk: () => counterState('finance') } })
  await open('finance')
  expect(screen.getByRole('link', { name: 'Workbook (.xlsx)' }).getAttribute('href')).toBe('/api/staff/programme-file.xlsx')
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
})
