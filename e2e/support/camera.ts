import type { Page } from '@playwright/test'

/** Elements of each character of Code 39, dark first, nine bits: 1 is wide. */
const code39 = {
  digits: [0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064],
  letters: [
    ...[0x109, 0x049, 0x148, 0x019, 0x118, 0x058, 0x00d, 0x10c, 0x04c, 0x01c, 0x103, 0x043, 0x142],
    ...[0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181, 0x0c1, 0x1c0, 0x091, 0x190, 0x0d0],
  ],
  end: 0x094,
} as const

/** Widths of the bars and gaps of a text of digits and capitals, dark first. */
function barsOf(text: string): number[] {
  const patterns = [...text].map((character) => code39.digits[Number(character)] ?? code39.letters[character.codePointAt(0)! - 65]!)
  return [code39.end, ...patterns, code39.end].flatMap((pattern) => [
    ...Array.from({ length: 9 }, (_, nth) => ((pattern >> (8 - nth)) & 1 ? 3 : 1)),
    1,
  ])
}

/** Makes the camera of the pages that are opened from now on show a card with a bar code of a text. The browser still applies the page's policies. */
export async function showToCamera(page: Page, text: string): Promise<void> {
  await page.addInitScript((bars) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_000, height: 600 })
    const context = canvas.getContext('2d')!
    const draw = (): void => {
      context.fillStyle = '#f4f1ea'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#1b1b1b'
      let x = 60
      for (const [nth, bar] of bars.entries()) {
        if (nth % 2 === 0) context.fillRect(x, 200, bar * 3, 200)
        x += bar * 3
      }
    }
    const open = (): Promise<MediaStream> => {
      draw()
      setInterval(draw, 100)
      return Promise.resolve(canvas.captureStream(10))
    }
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: open })
  }, barsOf(text))
}
