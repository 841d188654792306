// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState, PlannedProduction } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { editedProduction } from '@playhouse/domain/production-plan'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { ImagePage } from './index.ts'
import { lear } from './sample-production.ts'

afterEach(closeScreen)

const programmer: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'programmer' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}
const uploadOf = (content: string) => ({ id: content.repeat(32), width: 1200, height: 800 })
const imageOf = (content: string, text: string) => ({ ...uploadOf(content), focus: { x: 50, y: 50 }, alt: { text } })

/** Opens the images of a production. @returns the edits that the screen sent */
async function open(current: PlannedProduction) {
  let planned = current
  const sent: unknown[] = []
  fakeServer({
    planning: {
      production: () => planned,
      uploadImage: ({ body: { file } }) => {
        const content = atob(file)
        return /^[a-f]$/.test(content)
          ? uploadOf(content)
          : refuse(problem('image-refused', { reason: content === 'tiny' ? 'too-small' : 'not-an-image' }))
      },
      editProduction: ({ body: { version, production } }) => {
        if (version !== planned.version) return refuse(problem('changed-meanwhile', { version: planned.version, by: 'Theo Athens' }))
        sent.push(production)
        planned = { ...planned, version: version + 1, production: editedProduction(planned.production, production) }
        return planned
      },
    },
    staff: { desk: () => programmer },
  })
  queryClient.setQueryData(counterStateQuery.queryKey, programmer)
  await openScreen({
    at: '/smart/productions/lear/image',
    routes: [{ path: '/smart/productions/:event/image', element: <ImagePage /> }],
  })
  await Promise.all([loadMessages('counter'), loadMessages('planning')])
  await screen.findByRole('button', { name: 'Add pictures' })
  return sent
}
/** The inputs of files: of the image, and of the pictures. */
const choose = (nth: 0 | 1, ...contents: string[]) =>
  fireEvent.change(document.querySelectorAll('input[type=file]')[nth]!, {
    target: { files: contents.map((content) => new File([content], 'poster.png')) },
  })
const picture = (name: string) => within(screen.getByRole('group', { name }))
const type = (within: Pick<typeof screen, 'getByRole'>, name: RegExp, value: string) =>
  fireEvent.change(within.getByRole('textbox', { name }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('uploads an image, describes it in each language, and names why a file is refused', async () => {
  const sent = await open(lear)
  choose(0, '<svg/>')
  expect(await screen.findByText('It is not a JPEG, PNG or WebP image, whatever its name.')).toBeTruthy()
  choose(0, 'tiny')
  expect(await screen.findByText('It is smaller than 400 × 200 pixels.')).toBeTruthy()
  expect(screen.getByText(/at least 400 × 200 pixels, at most 8 MB/)).toBeTruthy()
  choose(0, 'a')
  await screen.findByRole('textbox', { name: /^What it shows, in English/ })
  type(screen, /^What it shows, in English/, 'A storm')
  type(screen, /^What it shows, in Deutsch/, 'Ein Sturm')
  type(screen, /^Focal point from the left/, '20')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    image: { ...uploadOf('a'), focus: { x: 20, y: 50 }, alt: { text: 'A storm', translations: { de: 'Ein Sturm' } } },
  })
})

it('adds, orders and removes further pictures, and saves them after the image was saved', async () => {
  const sent = await open({ ...lear, production: { ...lear.production, image: imageOf('f', 'A crown') } })
  expect(screen.queryByRole('button', { name: 'Save the pictures' })).toBeNull()
  type(screen, /^Focal point from the left/, '20')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  choose(1, 'a', 'b', 'c')
  await screen.findByRole('group', { name: 'Picture 3' })
  for (const [nth, text] of ['A', 'B', 'C'].entries()) type(picture(`Picture ${nth + 1}`), /^What it shows, in English/, text)
  press('Move Picture 3 earlier')
  press('Remove Picture 1')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'More pictures' }))
  press('Save the pictures')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ image: { focus: { x: 20 } }, gallery: [imageOf('c', 'C'), imageOf('b', 'B')] })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save the pictures' }).disabled).toBe(true))
})

it('keeps the pictures that were typed where another staff user has changed them meanwhile', async () => {
  const before = { ...lear, production: { ...lear.production, gallery: [imageOf('a', 'A')] } }
  const sent = await open(before)
  type(picture('Picture 1'), /^What it shows, in English/, 'A king')
  await queryClient.cancelQueries()
  // Another staff user saves first.
  before.production.gallery = [imageOf('a', 'A'), imageOf('b', 'B')]
  before.version = 4
  press('Save the pictures')
  expect(await screen.findByText(/Theo Athens has changed this meanwhile/)).toBeTruthy()
  expect(picture('Picture 1').getByRole<HTMLInputElement>('textbox', { name: /^What it shows, in English/ }).value).toBe('A king')
  press('Take these changes, keep mine')
  press('Save the pictures')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ gallery: [imageOf('a', 'A king')] })
})
