// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { loadMessages } from '#i18n'
import { closeScreen, fakeServer, openScreen } from '#testing'
import { Link } from '#ui/Link'
import { EditProductionPage, NewProductionPage } from './index.ts'
import { lear } from './sample-production.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'

afterEach(closeScreen)

function SampleForm() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { question, release } = useUnsavedGuard(text !== '')
  const save = (): void => {
    release()
    void navigate('/saved')
  }
  return (
    <>
      {question}
      <input aria-label="Title" value={text} onChange={({ target }) => setText(target.value)} />
      <button onClick={save}>Save</button>
      <Link to="/programme">Programme</Link>
      <Link to="?part=2">Part two</Link>
      <Link to="/smart/sign-in">Sign in</Link>
    </>
  )
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Whether the browser would ask before the page is closed. */
const isCloseAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function openForm() {
  const page = await openScreen({ at: '/form', routes: [{ path: '/form', element: <SampleForm /> }] })
  await loadMessages('planning')
  return page
}

it('leaves an untouched form, and one that was emptied again, without a question', async () => {
  const { address } = await openForm()
  await type('Title', 'Emma')
  await type('Title', '')
  expect(isCloseAsked()).toBe(false)
  follow('Programme')
  await waitFor(() => expect(address()).toBe('/programme'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('asks before a changed form is left: staying keeps what was typed, leaving goes where the link leads', async () => {
  const { address } = await openForm()
  await type('Title', 'Emma')
  expect(isCloseAsked()).toBe(true)
  follow('Programme')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(document.activeElement?.textContent).toBe('Stay on the page')
  expect(address()).toBe('/form')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await field('Title')).value).toBe('Emma')
  follow('Programme')
  await screen.findByRole('alertdialog')
  press('Stay on the page')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(address()).toBe('/form')
  follow('Programme')
  await screen.findByRole('alertdialog')
  press('Leave without saving')
  await waitFor(() => expect(address()).toBe('/programme'))
})

it('does not ask after a save, on the same page, or once the session has ended', async () => {
  const { address } = await openForm()
  await type('Title', 'Emma')
  follow('Part two')
  await waitFor(() => expect(address()).toBe('/form?part=2'))
  press('Save')
  await waitFor(() => expect(address()).toBe('/saved'))
  closeScreen()
  const again = await openForm()
  await type('Title', 'Emma')
  follow('Sign in')
  await waitFor(() => expect(again.address()).toBe('/smart/sign-in'))
})

it.each([
  ['new production', '/smart/productions/new', '/smart/productions/new', <NewProductionPage key="new" />, 'Create draft'],
  ['production', '/smart/productions/lear/edit', '/smart/productions/:event/edit', <EditProductionPage key="edit" />, 'Save'],
])('asks before a half-typed %s is left, and not after it was saved', async (_, at, path, element, save) => {
  fakeServer({ planning: { production: () => lear, createProduction: () => lear, editProduction: () => ({ ...lear, version: 4 }) } })
  const page = (
    <>
      <Link to="/smart/productions">Programme</Link>
      {element}
    </>
  )
  const { address } = await openScreen({ at, routes: [{ path, element: page }] })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await type('Title', 'King Lear, again')
  follow('Programme')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  press('Stay on the page')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  press(save)
  await waitFor(() => expect(address()).toBe('/smart/productions/lear'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
