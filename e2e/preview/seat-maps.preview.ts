import { test as base, expect, type FrameLocator, type Page } from '@playwright/test'
import { halls } from '@playhouse/fixtures'
import { expectAccessible } from '../support/axe.ts'
import { openStaticHost, type StaticHost } from './static-host.ts'

const test = base.extend<{ stage: FrameLocator; watched: void }, { host: StaticHost }>({
  host: [
    async ({}, use) => {
      const host = await openStaticHost()
      await use(host)
      await host.stop()
      expect(host.missingFiles).toEqual([])
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ host }, use) => use(host.address),
  stage: async ({ page }, use) => use(page.frameLocator('iframe')),
  watched: [
    async ({ page, host }, use) => {
      const troubles: string[] = []
      page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) troubles.push(`policy: ${message.text()}`)
      })
      page.on('request', (request) => {
        if (!request.url().startsWith(host.address) && !/^(blob|data|about|file):/.test(request.url()))
          troubles.push(`asked for ${request.url()}`)
      })
      await use()
      expect(troubles).toEqual([])
    },
    { auto: true },
  ],
})

/** Number of colours of the map: a blank one has one, an empty hall a few. */
async function coloursOf(page: Page, stage: FrameLocator): Promise<number> {
  // A frame that is being replaced cannot be captured: it counts as blank, and is captured again.
  const picture = await stage
    .locator('canvas')
    .first()
    .screenshot({ timeout: 5_000 })
    .catch(() => undefined)
  if (!picture) return 0
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))]))
    const pencil = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    pencil.drawImage(bitmap, 0, 0)
    return new Set(new Uint32Array(pencil.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size
  }, picture.toString('base64'))
}

const address = (page: Page): URLSearchParams => new URLSearchParams(new URL(page.url()).hash.slice(1))

test('draws every hall', async ({ page, stage }) => {
  await page.goto('')
  for (const hall of halls) {
    await page.goto(`#hall=${hall}&viewport=narrow`)
    await expect.poll(() => coloursOf(page, stage), hall).toBeGreaterThan(30)
  }
})

test('computes and draws the view of each seat', async ({ page, stage }) => {
  await page.goto('#hall=studio-60&stage=views&viewport=narrow')
  await expect(stage.getByRole('heading', { name: 'How much of the stage is seen' })).toBeVisible()
  await expect(stage.getByText('Working it out')).toBeHidden()
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(30)
})

test('shows a photograph of the view next to the drawing, at any base path', async ({ page, stage }) => {
  await page.goto('#hall=studio-60&stage=shop&situation=list&viewport=desktop')
  await stage.getByRole('button', { name: 'Details' }).first().press('Enter')
  const photo = stage.getByRole('figure').getByRole('img')
  await expect(photo).toHaveAccessibleName(/^The studio floor begins/)
  await expect.poll(() => photo.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
  await expect(stage.getByRole('dialog').locator('svg[role=img]')).toBeVisible()
  await expect(stage.getByRole('dialog').getByRole('status')).toHaveText(/of the stage/)
})

for (const [situation, words] of [
  ['stale', 'we can’t reach the box office'],
  ['offline', 'you are offline'],
] as const)
  test(`shows that seats may be outdated: ${situation}`, async ({ page, stage }) => {
    await page.goto(`#stage=shop&hall=studio-60&situation=${situation}&viewport=phone`)
    await expect(stage.getByText(`Seats may have changed: ${words}`)).toBeVisible()
  })

test('the seat screen works without a server, up to its last button', async ({ page, stage }) => {
  await page.goto('#stage=shop&brand=brooklyn&situation=list&viewport=desktop')
  const free = stage.getByRole('checkbox', { name: /^Row/, checked: false, disabled: false })
  await free.first().press('Space')
  await expect.poll(() => address(page).get('chosen')).toBeTruthy()
  // By key: the window is scaled, which the test's mouse does not consider.
  await stage.getByRole('button', { name: /^Add 1 seat/ }).press('Enter')
  await expect(stage.getByRole('heading', { name: 'That way leads out of the preview' })).toBeVisible()
  await stage.getByRole('button', { name: 'Back to the seats' }).press('Enter')
  await expect(stage.getByText('In your basket').first()).toBeVisible()
})

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
] as const)
  test(`a window of ${width} pixels shows every level of the hall, and leaves space for the map`, async ({ page, stage }) => {
    await page.goto(`#stage=shop&hall=opera-2250&viewport=custom&width=${width}&height=${height}`)
    const levels = stage.getByRole('radiogroup', { name: 'Level' })
    await expect(levels.getByRole('radio')).toHaveCount(6)
    expect(await levels.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
    const panels = stage.getByText(/^(Prices|Your seats)$/).filter({ visible: true })
    const panelWidth = await panels.evaluateAll((titles) =>
      titles.map((title) => title.closest('div')!.clientWidth).reduce((a, b) => a + b, 0),
    )
    expect(panelWidth).toBeLessThan(width * 0.52)
  })

test('prices have one height for all names of bands and "sold out"', async ({ page, stage }) => {
  await page.goto('#stage=shop&hall=opera-2250&viewport=desktop&locale=de&sold=95')
  const bands = stage.getByRole('group', { name: 'Preise' }).locator('label')
  await expect(bands).toHaveCount(9)
  expect(new Set(await bands.evaluateAll((labels) => labels.map((label) => (label as HTMLElement).offsetHeight))).size).toBe(1)
})

/** Errors of real files: a duplicate id, a coordinate as text, an invalid number, an unlisted category. */
const bent = JSON.stringify({
  name: 'Bent house',
  categories: [{ name: 'A', color: '#ff0000' }],
  zones: [
    {
      name: 'Stalls',
      zone_id: 'stalls',
      position: { x: 10, y: 20 },
      rows: ['A', 'B', 'B'].map((row_number, row) => ({
        row_number,
        position: { x: 0, y: row * 40 },
        seats: Array.from({ length: 12 }, (_, seat) => ({
          seat_guid: seat === 5 ? 'twice' : `${row}-${seat}`,
          seat_number: seat === 7 ? '8 bis' : String(seat + 1),
          position: { x: String(seat * 25), y: 0 },
          category: seat === 3 ? 'Z' : 'A',
        })),
      })),
      areas: [],
    },
  ],
  size: { width: 400, height: 200 },
})
const drop = (page: Page, name: string, content: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })

test('draws a faulty plan with a report that links to its seats; an unreadable one changes nothing', async ({ page, stage }) => {
  await page.goto('#viewport=narrow')
  await drop(page, 'bent.json', bent)
  await expect(page.getByText('36 seats, 3 rows')).toBeVisible()
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(20)
  const duplicateId = page.getByRole('listitem').filter({ hasText: 'an id that was used before' })
  await expect(duplicateId.getByRole('button', { name: 'Show 2 seats' })).toBeVisible()
  await duplicateId.getByRole('button', { name: 'Stalls, row B: 6' }).first().click()
  await expect(stage.locator('canvas[aria-hidden=true]').nth(1)).toBeVisible()

  await drop(page, 'torn.json', bent.slice(0, 300))
  await expect(page.getByRole('alert').filter({ hasText: 'torn.json could not be opened' })).toBeVisible()
  await expect(page.getByText('36 seats, 3 rows')).toBeVisible()
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(20)
})

test('opens a file dropped on the stage', async ({ page, stage }) => {
  await page.goto('#hall=studio-60&viewport=narrow')
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(30)
  const isTaken = await stage.locator('body').evaluate((body, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'bent.json'))
    const [dragOver, drop] = ['dragover', 'drop'].map((type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    return !body.dispatchEvent(dragOver!) && !body.dispatchEvent(drop!)
  }, bent)
  expect(isTaken).toBe(true)
  await expect(page.getByText('36 seats, 3 rows')).toBeVisible()
})

test('a link restores the view', async ({ page, stage, context }) => {
  await page.goto('#hall=opera-2250')
  await expect(stage.locator('canvas').first()).toBeVisible()
  const sold = page.getByRole('slider', { name: 'Sold' })
  await sold.focus()
  for (let step = 0; step < 3; step++) await sold.press('ArrowRight')
  await page.getByRole('button', { name: 'Choose 4' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => [...address(page).keys()].toSorted()).toEqual(['chosen', 'framing', 'hall', 'sold'])

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('slider', { name: 'Sold' })).toHaveValue('43')
  await expect(other.getByText('4 seats chosen')).toBeVisible()
  await expect(other.frameLocator('iframe').locator('canvas').first()).toBeVisible()
  expect(other.url()).toBe(page.url())
  // The camera is restored: zooming in starts there, not at the whole hall.
  const nearness = (one: Page): number => Number(address(one).get('framing')?.split('_')[2] ?? 0)
  await other.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => nearness(other)).toBeGreaterThan(nearness(page))
})

test('an outdated or damaged link shows what exists, and reports unknown names', async ({ page, stage }) => {
  await page.goto('#hall=pulled-down&brand=sold&view=gods&chosen=stalls.Z.99&sold=101&situation=offline&framing=x')
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(30)
  const note = page.getByText('were left out:')
  await expect(note).toHaveText(/sold, framing, situation, hall=pulled-down, brand=sold, view=gods, chosen=stalls.Z.99/)
  await page.goto('#hall=studio-60')
  await expect(note).toBeHidden()
})

test('works from the file system, as a designer unpacks it, up to the sale', async ({ page, stage }) => {
  const file = new URL('../../apps/preview/dist/index.html', import.meta.url).href
  await page.goto(`${file}#hall=studio-60&viewport=narrow&palette=forced&still=1`)
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(30)
  await drop(page, 'bent.json', bent)
  await expect(page.getByText('36 seats, 3 rows')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(`${file}#hall=studio-60&stage=shop&situation=list&viewport=desktop`)
  await stage.getByRole('checkbox', { name: /^Row/, checked: false, disabled: false }).first().press('Space')
  await expect.poll(() => address(page).get('chosen')).toBeTruthy()
  await stage.getByRole('button', { name: /^Add 1 seat/ }).press('Enter')
  await expect(stage.getByRole('heading', { name: 'That way leads out of the preview' })).toBeVisible()
})

test('everything works by keyboard, in the workbench and on the stage', async ({ page, stage, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('#hall=studio-60')
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(30)
  const expectParameter = (key: string) => expect.poll(() => address(page).get(key), key)
  await page.keyboard.press('Alt+KeyP')
  await expectParameter('palette').toBe('light')
  await page.keyboard.press('Alt+KeyB')
  await expectParameter('brand').toBe('brooklyn')
  await page.keyboard.press('Alt+KeyY')
  await expectParameter('vision').toBe('protanopia')
  await page.keyboard.press('Alt+KeyV')
  await expectParameter('viewport').toBe('desktop')
  // Also from a seat on the stage.
  await stage.getByRole('grid').getByRole('checkbox').first().focus()
  await page.keyboard.press('Alt+Equal')
  await expectParameter('framing').toBeTruthy()
  await page.keyboard.press('Alt+Digit0')
  await expectParameter('framing').toBeNull()
  await page.keyboard.press('Alt+KeyL')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.keyboard.press('Alt+KeyK')
  await expect(page.getByRole('dialog', { name: 'Keys of the preview' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+KeyM')
  await expectParameter('stage').toBe('shop')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a plan' }).press('Enter')])
  await chooser.setFiles({ name: 'bent.json', mimeType: 'application/json', buffer: Buffer.from(bent) })
  await expect(page.getByText('36 seats, 3 rows')).toBeVisible()
  await page.getByRole('button', { name: 'Stalls, row B: 6' }).first().press('Enter')
  await expectParameter('stage').toBeNull()
})

test('simulated settings apply to the page in the frame', async ({ page, stage }) => {
  await page.goto('#palette=forced&still=1&text=200&viewport=narrow')
  await expect(stage.locator('canvas').first()).toBeVisible()
  const appliedSettings = await stage.locator('html').evaluate((html) => ({
    forced: matchMedia('(forced-colors: active)').matches,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    text: getComputedStyle(html).fontSize,
    width: innerWidth,
  }))
  expect(appliedSettings).toEqual({ forced: true, still: true, text: '32px', width: 320 })
  await page.goto('#situation=no-webgl&viewport=narrow')
  await expect.poll(() => coloursOf(page, stage)).toBeGreaterThan(30)
  expect(await stage.locator('html').evaluate(() => document.createElement('canvas').getContext('webgl2'))).toBeNull()
})

for (const scheme of ['light', 'dark'] as const)
  test(`the workbench is accessible and fits a phone, ${scheme}`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto('')
    await expect(stage.locator('canvas').first()).toBeVisible()
    await drop(page, 'bent.json', bent)
    await expect(page.getByText('36 seats, 3 rows')).toBeVisible()
    for (const section of ['Window and eyes', 'Measure', 'Take away']) await page.getByRole('button', { name: section }).click()
    for (const tab of ['Read aloud', 'Hall', 'Report']) {
      await page.getByRole('tab', { name: tab }).click()
      for (const frame of page.frames()) await expectAccessible(frame, tab)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    for (const side of ['Settings', 'Report', 'Stage']) {
      await page.getByRole('navigation').getByRole('button', { name: side }).click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), side).toBeLessThanOrEqual(320)
    }
  })
