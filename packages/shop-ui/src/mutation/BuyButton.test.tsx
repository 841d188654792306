// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closeScreen, openScreen } from '#testing'
import { BuyButton } from './index.ts'

const place = vi.hoisted(() => ({ previewPath: '' }))
vi.mock(import('#browser'), async (original) => ({
  ...(await original()),
  get previewPath() {
    return place.previewPath
  },
}))
afterEach(closeScreen)

async function press(previewPath: string) {
  place.previewPath = previewPath
  const buy = vi.fn<() => void>()
  await openScreen({ at: '/', routes: [{ path: '/', element: <BuyButton onPress={buy}>Add to basket</BuyButton> }] })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add to basket' })
  fireEvent.click(button)
  return { button, buy }
}

it('buys in the shop', async () => {
  const { button, buy } = await press('')
  expect(buy).toHaveBeenCalledOnce()
  expect(button.hasAttribute('aria-describedby')).toBe(false)
})

it('is disabled in a preview of the shop, with the reason beside it', async () => {
  const { button, buy } = await press('/preview/abc')
  expect(button.disabled).toBe(true)
  expect(buy).not.toHaveBeenCalled()
  expect((await screen.findByText('Nothing can be bought here.')).id).toBe(button.getAttribute('aria-describedby'))
})
