// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useState } from 'react'
import { brandSchema } from '@playhouse/domain/brand'
import { initI18n, loadMessages } from '#i18n'
import { FormProvider, useForm } from 'react-hook-form'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { CountryField } from './CountryField.tsx'
import { ErrorSummary, fieldErrorsOf } from './ErrorSummary.tsx'
import { PasswordField } from './PasswordField.tsx'
import { NumberStepper } from './NumberStepper.tsx'
import { RadioCards } from './RadioCards.tsx'
import { TextField } from './TextField.tsx'

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => {}
  await initI18n(
    brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../brands/bridge/brand.json'), 'utf8'))),
    'en',
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('associates label, hint and error with the field, and marks it as required', () => {
  render(
    <TextField
      name="email"
      label="Email"
      hint="For your tickets"
      error="Email is required."
      value=""
      onChange={() => {}}
      autoComplete="email"
    />,
  )
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(field.id).toBe('email')
  expect(field.getAttribute('autocomplete')).toBe('email')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual(expect.arrayContaining(['For your tickets', 'Email is required.']))
})

it('states at a date field that what is typed is no date, gives it the focus, and keeps the message of the browser away', () => {
  render(
    <form>
      <TextField name="from" label="First day" type="date" value="" onChange={() => {}} />
    </form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('First day')
  let isBad = true
  vi.spyOn(field, 'validity', 'get').mockImplementation(() => ({ badInput: isBad, valid: !isBad }) as ValidityState)
  vi.spyOn(field.form!, 'querySelector').mockReturnValue(field)
  expect(fireEvent(field, new Event('invalid', { cancelable: true }))).toBe(false)
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter a date that exists.')).toBeTruthy()
  isBad = false
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  isBad = true
  fireEvent.blur(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('leaves it to the form to refuse a group without a choice: the browser would ask for its first box', () => {
  const boxes = ['Friend', 'Patron'].map((label) => ({ value: label, label }))
  render(<CheckboxGroup name="levels" label="Memberships" boxes={boxes} value={[]} onChange={() => {}} error="Choose one" />)
  const inputs = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(inputs.map(({ validity }) => validity.valid)).toEqual([true, true])
  expect(screen.getByRole('group', { name: 'Memberships' }).textContent).toContain('Choose one')
})

it('shows and hides a password, and accepts paste', () => {
  function Form() {
    const [value, setValue] = useState('')
    return <PasswordField name="password" label="Password" value={value} onChange={setValue} autoComplete="current-password" />
  }
  render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  fireEvent.change(field, { target: { value: 'Secret123' } })
  expect(field.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.type).toBe('text')
  expect(field.value).toBe('Secret123')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.type).toBe('password')
})

it('names a card by its label and describes it by its hint', () => {
  const cards = [{ value: 'post', label: 'By post', detail: '£1.50', hint: 'Within three days.' }]
  render(<RadioCards name="delivery" label="Delivery" value={null} onChange={() => {}} cards={cards} />)
  const card = screen.getByRole('radio', { name: 'By post £1.50' })
  expect(document.getElementById(card.getAttribute('aria-describedby')!)?.textContent).toBe('Within three days.')
})

it('names the buttons of a number stepper by what they change', () => {
  render(<NumberStepper name="guests" label="Guests" value={2} onChange={() => {}} />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'One fewer: Guests',
    'One more: Guests',
  ])
})

it('takes the focus after each rejected submit and links to the control of every field', () => {
  const faults = [
    { field: 'email', message: 'Email is required.' },
    { field: 'delivery', message: 'Choose one.' },
    { field: 'terms', message: 'Please accept the terms and conditions.' },
  ]
  const form = (attempt: number) => (
    <>
      <ErrorSummary faults={faults} attempt={attempt} />
      <TextField name="email" label="Email" value="" onChange={() => {}} />
      <RadioCards name="delivery" label="Delivery" value={null} onChange={() => {}} cards={[{ value: 'post', label: 'Post' }]} />
      <Checkbox name="terms" value={false} onChange={() => {}}>
        Terms
      </Checkbox>
    </>
  )
  const { rerender } = render(form(0))
  expect(document.activeElement).toBe(document.body)
  rerender(form(1))
  expect(document.activeElement?.textContent).toContain('There are 3 things to correct')
  for (const [link, control] of [
    ['Email is required.', screen.getByRole('textbox')],
    ['Choose one.', screen.getByRole('radio')],
    ['Please accept the terms and conditions.', screen.getByRole('checkbox')],
  ] as const) {
    act(() => screen.getByRole('link', { name: link }).click())
    expect(document.activeElement, link).toBe(control)
  }
  rerender(form(2))
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
})

it('flattens nested form errors to their fields', () => {
  const errors = { email: { type: 'required', message: 'a' }, address: { city: { type: 'required', message: 'b' } } }
  expect(fieldErrorsOf(errors)).toEqual([
    { field: 'email', message: 'a' },
    { field: 'address.city', message: 'b' },
  ])
})

it('offers the codes of countries, and reports it, in a browser without their names', async () => {
  await loadMessages('order')
  await loadMessages('problem')
  vi.spyOn(Intl, 'DisplayNames').mockImplementation(function noNames() {
    throw new RangeError('no names')
  })
  function Form() {
    const form = useForm({ defaultValues: { country: 'GB' } })
    return (
      <FormProvider {...form}>
        <CountryField name="country" label="Country" autoComplete="country" />
      </FormProvider>
    )
  }
  render(<Form />, { wrapper: MemoryRouter })
  const { textContent } = await screen.findByRole('alert')
  expect(textContent).toContain("The list of countries didn't load")
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' }).value).toBe('GB')
})
