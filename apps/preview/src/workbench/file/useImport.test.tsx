// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { draftOf, exportPretix } from '@playhouse/domain/plan/import'
import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { useImport } from './useImport.ts'

afterEach(cleanup)

const text = JSON.stringify(exportPretix(draftOf(readPlan(hall('studio-60')))))
const fileOf = (name: string, content = text): File => new File([content], name)
/** A file whose bytes the test releases. */
function slowFile(name: string): { readonly file: File; readonly arrive: () => void } {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
  const file = fileOf(name)
  file.arrayBuffer = () => promise
  return { file, arrive: () => resolve(new TextEncoder().encode(text).buffer) }
}

test('the last file wins, even if an earlier one is read later', async () => {
  const change = vi.fn<() => void>()
  const { result } = renderHook(() => useImport(change))
  const slow = slowFile('slow.json')
  act(() => result.current.open(slow.file))
  act(() => result.current.open(fileOf('last.json', 'no plan')))
  await waitFor(() => expect(result.current.refusal?.file).toBe('last.json'))
  await act(async () => {
    slow.arrive()
    await slow.file.arrayBuffer()
    await new Promise((later) => setTimeout(later))
  })
  expect(result.current).toMatchObject({ imported: undefined, refusal: { file: 'last.json' }, isReading: false })
  expect(change).not.toHaveBeenCalled()
})
