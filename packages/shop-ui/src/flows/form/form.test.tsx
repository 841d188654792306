// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Instance, OpenForm } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { useDrafts } from '#client-state'
import { type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { FormPage } from './index.ts'

const instance: Instance = {
  ...{ id: 'first', event: 'play', startsAt: '2030-01-01T19:30:00Z', startsAtLocal: '2030-01-01T19:30', timeZone: 'Europe/London' },
  ...{
    availability: 'get-tickets',
    availabilityCode: 1,
    accessTags: [],
    priceFrom: money(10_00),
    seatsLeft: 4,
    hall: 'hall',
    ...{ planVersion: '1', seatingVersion: '1' },
    hallName: 'Hall',
  },
  production: {
    ...{
      id: 'play',
      title: 'The Play',
      credit: '',
      tagline: '',
      synopsis: [],
      runningTime: 90,
      intervals: 0,
      ageGuidance: 0,
      warnings: [],
    },
    ...{ venue: 'hall', copyLanguage: 'en', poster: { hue: 0, motif: 'arcs' } },
  },
  ...{
    runningTime: 90,
    generalSaleAt: '2020-01-01T10:00:00Z',
    priority: [],
    isEarly: false,
    restrictedTo: [],
    waitingRoom: null,
    others: [],
  },
  products: [],
  hasFood: false,
  hasDaySeats: false,
  form: { text: 'School enquiry' },
}
const open: OpenForm = {
  today: '2029-12-01',
  form: {
    ...{ form: 'school', keepDays: 90, title: { text: 'School enquiry' }, intro: { text: 'For teachers.' } },
    fields: [
      { id: 'name', kind: 'text', isRequired: true, maxLength: 20, label: { text: 'Your name' }, help: { text: 'As on your badge.' } },
      { id: 'email', kind: 'email', isRequired: true, label: { text: 'Email' } },
      { id: 'pupils', kind: 'number', isRequired: true, least: 5, most: 60, label: { text: 'Pupils' } },
      { id: 'day', kind: 'date', isRequired: false, leastDays: 0, mostDays: 30, label: { text: 'Reply by' } },
      { id: 'phone', kind: 'phone', isRequired: false, label: { text: 'Phone' } },
      { id: 'note', kind: 'long-text', isRequired: false, maxLength: 100, label: { text: 'Note' } },
      {
        ...{ id: 'stage', kind: 'choice', isRequired: true, label: { text: 'Age' } },
        choices: [
          { id: 'young', label: { text: 'Under 11' } },
          { id: 'old', label: { text: 'Over 11' } },
        ],
      },
      {
        ...{ id: 'needs', kind: 'choices', isRequired: false, label: { text: 'Needs' } },
        choices: [
          { id: 'lift', label: { text: 'Lift' } },
          { id: 'loop', label: { text: 'Hearing loop' } },
        ],
      },
      { id: 'agreed', kind: 'consent', isRequired: true, label: { text: 'You may reply to me.' } },
    ],
  },
}

const openPage = async (answers: Answers = {}) => {
  const calls = fakeServer({
    catalogue: { instance: () => instance },
    forms: { read: () => open, send: () => ({ sent: true }) },
    ...answers,
  })
  const page = await openScreen({
    at: '/events/play/first/form',
    routes: [
      { path: '/events/:event/:instance/form', element: <FormPage /> },
      { path: '/events/:event/:instance', element: <p>performance</p> },
    ],
  })
  await loadMessages('form')
  return { ...page, calls }
}
const type = async (label: RegExp, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const fill = async () => {
  await type(/^Your name/, 'Ada')
  await type(/^Email/, 'ada@example.org')
  await type(/^Pupils/, '12')
  fireEvent.click(screen.getByRole('radio', { name: /Under 11/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hearing loop' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'You may reply to me.' }))
}
const send = async () => fireEvent.click(await screen.findByRole('button', { name: 'Send' }))

afterEach(closeScreen)

describe('the page of a form', () => {
  it('sends the answers, and says to which address the confirmation goes', async () => {
    const { calls } = await openPage()
    await fill()
    await send()
    expect(await screen.findByText(/ada@example\.org/)).toBeTruthy()
    const sent = calls.find(({ call }) => call === 'forms.send')!.body as { readonly answers: object }
    expect(sent.answers).toEqual({
      ...{
        name: 'Ada',
        email: 'ada@example.org',
        pupils: '12',
        day: '',
        phone: '',
        note: '',
        stage: 'young',
        needs: ['loop'],
        agreed: true,
      },
    })
    expect(useDrafts.getState().forms).toEqual({})
    expect(screen.getByRole('link', { name: 'Back to the performance' }).getAttribute('href')).toBe('/events/play/first')
  })

  it('lists what is missing, and sends nothing', async () => {
    const { calls } = await openPage()
    await type(/^Pupils/, '4')
    await send()
    await screen.findByRole('link', { name: 'Your name: this is required.' })
    expect(screen.getAllByRole<HTMLAnchorElement>('link').flatMap(({ textContent, hash }) => (hash ? [[textContent, hash]] : []))).toEqual([
      ['Your name: this is required.', '#name'],
      ['Email: this is required.', '#email'],
      ['Pupils: please enter a number from 5 to 60.', '#pupils'],
      ['Age: this is required.', '#stage'],
      ['You may reply to me. Please agree to send the form.', '#agreed'],
    ])
    expect(calls.some(({ call }) => call === 'forms.send')).toBe(false)
  })

  it('restores a draft', async () => {
    await openPage()
    await type(/^Your name/, 'Ada')
    const { forms, saveForm } = useDrafts.getState()
    closeScreen()
    for (const [name, values] of Object.entries(forms)) saveForm(name, { ...values, needs: 'of an earlier form' })
    await openPage()
    expect(((await screen.findByLabelText(/^Your name/)) as HTMLInputElement).value).toBe('Ada')
  })

  it('keeps the answers, and marks the fields that the server refuses', async () => {
    await openPage({ forms: { read: () => open, send: () => refuse(problem('invalid-input', { fields: ['day'] })) } })
    await fill()
    await send()
    expect(await screen.findByRole('link', { name: /^Reply by: the theatre/ })).toBeTruthy()
    expect((screen.getByLabelText(/^Your name/) as HTMLInputElement).value).toBe('Ada')
  })

  it('repeats the same answers with the same key, and shows a refusal beside the button', async () => {
    const { calls } = await openPage({ forms: { read: () => open, send: () => refuse(problem('something-wrong')) } })
    const keys = () => calls.flatMap(({ call, body }) => (call === 'forms.send' ? [(body as { key: string }).key] : []))
    await fill()
    for (const tries of [1, 2]) {
      await send()
      await waitFor(() => expect(keys()).toHaveLength(tries))
      await screen.findByText("Something's gone wrong")
    }
    const button = await screen.findByRole('button', { name: 'Send' })
    const refusal = screen.getAllByRole('alert').find((alert) => alert.textContent !== '')!
    expect(refusal.nextElementSibling).toBe(button)
    await type(/^Your name/, 'Grace')
    await send()
    await waitFor(() => expect(keys()).toHaveLength(3))
    expect(keys()[1]).toBe(keys()[0])
    expect(keys()[2]).not.toBe(keys()[0])
  })

  it.each(['form-not-loaded', 'page-not-found'] as const)('shows %s', async (code) => {
    await openPage({ forms: { read: () => refuse(problem(code)) } })
    expect((await screen.findAllByRole('heading', { level: 1 })).length).toBe(1)
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })
})
