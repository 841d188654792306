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

test('with WebGL blocked, buys from the list without fetching the map’s code @money @seats', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return /webgl/.test(kind) ? null : Reflect.apply(real, this, [kind, ...rest])
    } as typeof real
  })
  const chosen = await findPerformance(page, 1)
  await page.goto(`${chosen.path}/syos/all`)
  await expect(page).toHaveURL(/syos/)
  await expect(page.getByRole('checkbox', { name: /^Row/ }).first()).toBeVisible()
  await expectAccessible(page, 'list')
  await pickFromList(page, chosen, 2)
  await addToBasket(page)
  await continueFromBasket(page)
  await register(page, newPerson(`list ${Date.now()}`))
  await walkToPayment(page)
  await goToProvider(page)
  await payByCard(page)
  await expectConfirmed(page, 2)
  expect(fetched.filter((url) => /webgl-painter|engine-/.test(url))).toEqual([])
})
