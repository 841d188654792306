// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { closeScreen, fakeServer, openScreen } from '#testing'
import { ReferencesField } from './ReferenceField.tsx'
import { matchesSearch } from './reference-names.ts'

afterEach(closeScreen)

it('finds a thing by words of its name and its date in any order, without case and accents', () => {
  const thing = { label: 'Molière’s Tartuffe, 2 May 2031', search: 'tartuffe-2 2031-05-02T19:30' }
  const searches = ['', 'moliere', 'MAY tartuffe', '2031-05-02', 'tartuffe june']
  expect(searches.map((typed) => matchesSearch(thing, typed))).toEqual([true, true, true, true, false])
})

function Productions() {
  const [value, setValue] = useState<readonly string[]>(['archived'])
  return (
    <>
      <ReferencesField name="productions" label="Productions" to="production" value={value} onChange={setValue} />
      <p data-testid="ids">{value.join(' ')}</p>
    </>
  )
}

it('adds what is chosen as a tag, and removes a tag by the keyboard', async () => {
  const production = (id: string, title: string, isArchived = false) => ({ id, title, isArchived })
  fakeServer({
    records: {
      names: () => ({
        productions: [production('lear', 'King Lear'), production('john', 'King John'), production('archived', 'Old Play', true)],
        ...{ performances: [], priceTypes: [], packages: [], dishes: [], collectionPoints: [], halls: [] },
      }),
    },
  })
  await openScreen({ at: '/', routes: [{ path: '/', element: <Productions /> }] })
  const search = await screen.findByRole('combobox', { name: 'Productions' })
  expect(screen.getByRole('row', { name: 'Old Play' })).toBeTruthy()
  search.focus()
  await act(async () => void fireEvent.input(search, { target: { value: 'lear' } }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['King Lear'])
  fireEvent.click(options[0]!)
  await waitFor(() => expect(screen.getByTestId('ids').textContent).toBe('archived lear'))
  expect((search as HTMLInputElement).value).toBe('')
  // The list stays open for another choice.
  expect((await screen.findByRole('option')).textContent).toBe('King John')
  fireEvent.keyDown(search, { key: 'Escape' })
  const tag = await screen.findByRole('row', { name: 'Old Play' })
  act(() => tag.focus())
  fireEvent.keyDown(tag, { key: 'Delete' })
  await waitFor(() => expect(screen.getByTestId('ids').textContent).toBe('lear'))
})
