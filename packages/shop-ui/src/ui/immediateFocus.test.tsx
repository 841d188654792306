// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReactNode, useState } from 'react'
import { brandSchema } from '@playhouse/domain/brand'
import type { Plan } from '@playhouse/domain/plan'
import { loadMessages, initI18n } from '#i18n'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PriceTypeSelect } from '../flows/seat/choice/PriceTypeSelect.tsx'
import { SectionPicker } from '../flows/seat/map/SectionPicker.tsx'
import { AlertDialog } from './AlertDialog.tsx'
import { Button } from './Button.tsx'
import { Dialog, Sheet } from './Dialog.tsx'
import { installImmediateFocus } from './immediateFocus.tsx'
import { Select } from '#form/Select'

configure({ asyncUtilTimeout: 10_000 })

const repository = join(import.meta.dirname, '../../../..')
const frames: FrameRequestCallback[] = []
let uninstall: () => void

beforeAll(async () => {
  Element.prototype.scrollIntoView ??= () => {}
  await initI18n(brandSchema.parse(JSON.parse(readFileSync(join(repository, 'brands/bridge/brand.json'), 'utf8'))), 'en')
  await loadMessages('seat')
})
beforeEach(() => {
  uninstall = installImmediateFocus()
})
afterEach(() => {
  cleanup()
  uninstall()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  frames.length = 0
})

/** Withholds animation frames until `releaseFrames`: code that still moves the focus does so at once. */
const holdFrames = (): void => void vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
function releaseFrames(): void {
  vi.unstubAllGlobals()
  act(() => {
    for (const frame of frames.splice(0)) frame(performance.now())
  })
}

/** Cancels two transitions of one element, of which React Aria counts one. */
function cancelTransitions(): void {
  const fire = (type: string, propertyName: string): boolean =>
    document.body.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { propertyName }))
  for (const type of ['transitionrun', 'transitioncancel']) for (const property of ['color', 'opacity']) fire(type, property)
}

type Overlay = (isOpen: boolean, onClose: () => void) => ReactNode
const options = [
  { value: 'full', label: 'Full price' },
  { value: 'student', label: 'Student' },
]
const area = (index: number, name: string) => ({ index, name, seatCount: 2, view: 'all' })
const plan = { areas: [area(0, 'Stalls'), area(1, 'Circle')] } as unknown as Plan
const ignore = (): void => {}

/** By file: what renders an overlay of React Aria. `opener` is its own button; without one, the button of the page opens it. */
const overlays: Readonly<
  Record<string, readonly { readonly name: string; readonly role: string; readonly overlay: Overlay; readonly opener?: string }[]>
> = {
  'ui/Dialog.tsx': [
    {
      name: 'Dialog',
      role: 'dialog',
      overlay: (isOpen, onClose) => (
        <Dialog isOpen={isOpen} onClose={onClose} title="Dates">
          7 June
        </Dialog>
      ),
    },
    {
      name: 'Sheet',
      role: 'dialog',
      overlay: (isOpen, onClose) => (
        <Sheet isOpen={isOpen} onClose={onClose} title="Filters">
          Band A
        </Sheet>
      ),
    },
  ],
  'ui/AlertDialog.tsx': [
    {
      name: 'AlertDialog',
      role: 'alertdialog',
      overlay: (isOpen, onClose) => (
        <AlertDialog isOpen={isOpen} onClose={onClose} title="Remove?" safe={{ label: 'Keep', onPress: onClose }}>
          The card.
        </AlertDialog>
      ),
    },
  ],
  'form/Select.tsx': [
    {
      name: 'Select',
      role: 'listbox',
      opener: 'Full price',
      overlay: () => <Select name="type" label="Price type" options={options} value="full" onChange={ignore} />,
    },
  ],
  'flows/seat/choice/PriceTypeSelect.tsx': [
    {
      name: 'PriceTypeSelect',
      role: 'listbox',
      opener: 'Full price',
      overlay: () => <PriceTypeSelect label="Price type" options={options} value="full" onChange={ignore} />,
    },
  ],
  'flows/seat/map/SectionPicker.tsx': [
    { name: 'SectionPicker', role: 'menu', opener: 'section', overlay: () => <SectionPicker plan={plan} view="all" onPick={ignore} /> },
  ],
}

/** Files of combo boxes, whose focus stays in the text field. */
const withComboBox = ['flows/box-office/catalogue/ReferenceField.tsx']

it('covers every file that renders an overlay of React Aria', () => {
  const files = globSync('{packages/shop-ui,apps/*}/src/**/*.tsx', { cwd: repository }).filter((file) =>
    /from 'react-aria-components\/(Modal|Popover)'/.test(readFileSync(join(repository, file), 'utf8')),
  )
  expect(files.map((file) => file.replace('packages/shop-ui/src/', '')).toSorted()).toEqual(
    [...Object.keys(overlays), ...withComboBox].toSorted(),
  )
})

const cases = Object.values(overlays).flat()

function Page({ overlay }: { readonly overlay: Overlay }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {overlay(isOpen, () => setOpen(false))}
    </>
  )
}

it.each(cases)(
  '$name takes the focus within the virtual click that opens it, and returns it on Escape',
  async ({ role, overlay, opener = 'Open' }) => {
    cancelTransitions()
    render(<Page overlay={overlay} />)
    const button = screen.getByRole('button', { name: new RegExp(opener, 'i') })
    holdFrames()
    act(() => button.click())
    const openOverlay = screen.getByRole(role)
    expect(openOverlay.contains(document.activeElement), `the focus is on ${document.activeElement?.outerHTML}`).toBe(true)
    releaseFrames()
    await waitFor(() => expect(openOverlay.contains(document.activeElement)).toBe(true))
    if (role === 'alertdialog') expect(document.activeElement?.textContent).toBe('Keep')
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    fireEvent.keyUp(document.activeElement!, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  },
)

it.each(cases.filter(({ role }) => role.endsWith('dialog')))(
  '$name repeats its focus for VoiceOver without losing it for a frame, and has its heading as its name',
  ({ role, overlay }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    render(<Page overlay={overlay} />)
    holdFrames()
    act(() => screen.getByRole('button', { name: 'Open' }).click())
    const openOverlay = screen.getByRole(role, { name: /./ })
    expect(openOverlay.getAttribute('aria-labelledby')).toBe(within(openOverlay).getByRole('heading').id)
    let focusCount = 0
    openOverlay.addEventListener('focus', () => focusCount++)
    for (let elapsed = 0; elapsed < 2000; elapsed += 100) {
      act(() => vi.advanceTimersByTime(100))
      expect(openOverlay.contains(document.activeElement), `${elapsed + 100} ms: ${document.activeElement?.outerHTML.slice(0, 80)}`).toBe(
        true,
      )
    }
    // The button of an alert has the focus itself.
    expect(focusCount).toBe(role === 'dialog' ? 1 : 0)
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    fireEvent.keyUp(document.activeElement!, { key: 'Escape' })
    act(() => vi.advanceTimersByTime(1000))
    expect(screen.queryByRole(role)).toBeNull()
  },
)
