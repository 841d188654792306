import {
  addToBasket,
  continueFromBasket,
  findPerformance,
  expectConfirmed,
  goToProvider,
  newPerson,
  payByCard,
  pickFromList,
  register,
  walkToPayment,
} from '../support/journey.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** Scripts of the seat map. */
const mapCode = /draw-hall|webgl-painter|engine-/

test('with WebGL blocked, buys from the list without fetching the map’s code @money @seats', async ({ page }) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return /webgl/.test(kind) ? null : Reflect.apply(real, this, [kind, ...rest])
    } as typeof real
  })
  const chosenPerformance = await findPerformance(page, 1)
  await page.goto(`${chosenPerformance.path}/syos/all`)
  await expect(page).toHaveURL(/syos/)
  await expect(page.getByRole('checkbox', { name: /^Row/ }).first()).toBeVisible()
  await expectAccessible(page, 'list')
  await pickFromList(page, chosenPerformance, 2)
  await addToBasket(page)
  await continueFromBasket(page)
  await register(page, newPerson(`list ${Date.now()}`))
  await walkToPayment(page)
  await goToProvider(page)
  await payByCard(page)
  await expectConfirmed(page, 2)
  expect(urls.filter((url) => mapCode.test(url))).toEqual([])
})

test('with WebGL, fetches the map’s code and the plan before the shop’s script has run', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const performance = await findPerformance(page, 1)
  paths.length = 0
  await page.goto(`${performance.path}/syos/all?map`)
  await expect(page.locator('canvas').first()).toBeVisible()
  const session = paths.indexOf('/api/session')
  expect(session).toBeGreaterThan(0)
  for (const pattern of [mapCode, /\/maps\/[\w.-]+\/packed$/]) expect(paths.slice(0, session).some((path) => pattern.test(path))).toBe(true)
  expect(paths.filter((path) => path.endsWith('/packed'))).toHaveLength(1)
})
