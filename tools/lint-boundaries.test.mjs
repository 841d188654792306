import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
/** @type {string} */
let house
/** Messages of oxlint, by file. @type {Map<string, string[]>} */
let output

/** An import in a file, and the beginning of the message that rejects it. @type {[file: string, specifier: string, sentence: string][]} */
const refusal = [
  ['packages/domain/src/seat/seat.ts', 'react', 'domain is pure'],
  ['packages/domain/src/seat/seat.ts', 'node:fs', 'domain is pure'],
  ['packages/domain/src/plan/import/svg/svg-tree.ts', 'sharp', 'domain is pure'],
  ['packages/domain/src/seat/seat.ts', '@playhouse/api-client/contract', 'domain is pure'],
  ['packages/domain/src/seat/seat.ts', '../../../seatmap/src/index.ts', 'A path out of the room'],
  ['packages/domain/src/plan/model/plan.ts', '../../../../seatmap/src/index.ts', 'A path out of the room'],
  ['packages/api-client/src/contract/basket.ts', 'react', 'The contract is shared'],
  ['packages/api-client/src/contract/basket.ts', 'msw', 'Mocks are for tests'],
  ['packages/api-client/src/contract/basket.ts', 'fastify', 'The contract is shared'],
  ['packages/api-client/src/client/client.ts', '@playhouse/api-client/mocks', 'Mocks are for tests'],
  ['packages/seatmap/src/SeatMap.tsx', '@playhouse/api-client/client', 'The seat map knows seats'],
  ['packages/seatmap/src/engine/engine.ts', '@playhouse/shop-ui/server-state', 'The seat map knows seats'],
  ['packages/shop-ui/src/ui/Button.tsx', '#server-state', 'Components get their data as props'],
  ['packages/shop-ui/src/ui/Button.tsx', '@playhouse/api-client/client', 'Components get their data as props'],
  ['packages/shop-ui/src/ui/Button.tsx', '#form/TextField', 'Primitives are the ground'],
  ['packages/shop-ui/src/form/TextField.tsx', '#ticketing/Price', 'Form fields know nothing of tickets'],
  ['packages/shop-ui/src/browser/tabs.ts', '#client-state', 'The browser is the ground'],
  ['packages/shop-ui/src/client-state/drafts.ts', '#server-state', 'The state of this browser and its drafts'],
  ['packages/shop-ui/src/server-state/queries.ts', '#ui/Button', 'State knows no component'],
  ['packages/shop-ui/src/server-state/queries.ts', '#mutation', 'State knows no component'],
  ['packages/shop-ui/src/ui/Button.tsx', '../flows/basket/BasketPage.tsx', 'A path out of the room'],
  ['packages/shop-ui/src/flows/basket/BasketPage.tsx', '@playhouse/shop-ui/flows/order', 'A flow knows no other flow'],
  ['packages/shop-ui/src/flows/basket/BasketPage.tsx', '#flows/order', 'A flow knows no other flow'],
  ['packages/shop-ui/src/flows/basket/BasketPage.tsx', '../order/OrderPage.tsx', 'A path out of the room'],
  ['packages/shop-ui/src/flows/seat/SeatPage.tsx', 'pixi.js', 'Drawing is the business of packages/seatmap'],
  ['packages/shop-ui/src/ui/Button.tsx', 'react-aria-components/Toast', 'This shop has no toasts'],
  ['packages/shop-ui/src/flows/basket/BasketPage.tsx', 'react-hot-toast', 'This shop has no toasts'],
  ['apps/shop/src/layout/Layout.tsx', 'react-aria-components', 'This shop has no toasts'],
  ['apps/shop/src/main.tsx', '@playhouse/api-client/mocks', 'Mocks are for tests'],
  ['apps/preview/src/stage/stage.ts', '@playhouse/shop', 'The preview is a page without a server'],
  ['apps/preview/src/stage/stage.ts', '../workbench/Workbench.tsx', 'A path out of the room'],
  ['apps/preview/src/stage/stage.ts', 'pixi.js', 'Drawing is the business of packages/seatmap'],
  ['apps/server/src/modules/basket/basket.ts', '#http', 'Only server/http knows HTTP'],
  ['apps/server/src/modules/basket/basket.ts', 'fastify', 'Only server/http knows HTTP'],
  ['apps/server/src/modules/payment/payment.ts', '#adapters/payment', 'A module declares the interface it needs'],
  ['apps/server/src/modules/payment/payment.ts', '../order/order.ts', 'A path out of the room'],
  ['apps/server/src/http/routes/basket.ts', 'kysely', 'http holds no SQL'],
  ['apps/server/src/http/routes/basket.ts', 'pg', 'http holds no SQL'],
  ['apps/server/src/db/audit.ts', '#modules/order', 'db is below the modules'],
  ['apps/server/src/adapters/mail/mail.ts', '#http', 'An adapter looks outwards'],
  ['e2e/journeys/buy.spec.ts', '@playhouse/shop-ui/server-state', 'e2e knows the shop as a visitor does'],
  ['e2e/journeys/buy.spec.ts', '../../packages/domain/src/money.ts', 'A path out of the room'],
]

/** @type {[file: string, specifier: string][]} */
const welcome = [
  ['packages/domain/src/money/money.ts', 'zod'],
  ['packages/domain/src/plan/import/svg/svg-tree.ts', 'saxes'],
  ['packages/domain/src/plan/model/schema.ts', '../../money/money.ts'],
  ['packages/api-client/src/contract/order.ts', '@playhouse/domain/money'],
  ['packages/seatmap/src/camera/camera.ts', 'd3-zoom'],
  ['packages/shop-ui/src/flows/order/OrderPage.tsx', '#ui/Button'],
  ['packages/shop-ui/src/ui/Button.tsx', 'react-aria-components/Button'],
  ['apps/preview/src/stage/stage.ts', '@playhouse/api-client/mocks'],
  ['apps/preview/src/scene/scene.tsx', '@pixi/react'],
  ['apps/server/src/modules/order/order.ts', '#modules/basket'],
  ['apps/server/src/modules/order/order.ts', 'kysely'],
  ['apps/server/src/http/routes/order.ts', '#modules/order'],
  ['e2e/journeys/look.spec.ts', '../support/test.ts'],
]

/** Code that would remove a message after some time. @type {[file: string, line: string][]} */
const passing = [
  ['packages/shop-ui/src/flows/basket/Saved.tsx', 'setTimeout(hide, 5_000)'],
  ['packages/shop-ui/src/ui/Saved.tsx', 'window.setInterval(hide, 5_000)'],
  ['apps/shop/src/layout/Saved.tsx', 'globalThis.setTimeout(hide, 5_000)'],
]

/** One file per import, so that each lint message belongs to one import. */
const numberedPath = (/** @type {string} */ file, /** @type {number} */ index) => file.replace(/(\.spec)?\.(tsx?)$/, `-${index}.$2`)

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'playhouse-walls-'))
  await cp(join(root, 'oxlint.config.ts'), join(house, 'oxlint.config.ts'))
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'))
  for (const [index, [file, specifier]] of [...refusal, ...welcome].entries()) {
    const path = join(house, numberedPath(file, index))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `import { thing } from '${specifier}'\nexport const own = thing\n`)
  }
  const ring = join(house, 'apps/server/src/modules/ring')
  await mkdir(ring, { recursive: true })
  await writeFile(join(ring, 'one.ts'), `import { two } from './two.ts'\nexport const one = () => two()\n`)
  await writeFile(join(ring, 'two.ts'), `import { one } from './one.ts'\nexport const two = () => one()\n`)
  for (const [file, line] of passing) {
    await mkdir(dirname(join(house, file)), { recursive: true })
    await writeFile(join(house, file), `export const pass = (hide) => ${line}\n`)
  }
  output = await lint()
})
afterAll(() => rm(house, { recursive: true }))

async function lint() {
  const output = await new Promise((resolve) =>
    execFile(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json'], { cwd: house }, (_, stdout) =>
      resolve(stdout),
    ),
  )
  const messages = new Map()
  for (const { filename, message, help, code } of JSON.parse(String(output)).diagnostics) {
    messages.set(filename, [...(messages.get(filename) ?? []), `${code} ${message} ${help}`])
  }
  return messages
}

describe('lint rejects an import across a boundary, with a reason', () => {
  test.each(refusal.map(([file, specifier, sentence], index) => ({ file, specifier, sentence, index })))(
    '$file may not open $specifier',
    ({ file, sentence, index }) => {
      expect(output.get(numberedPath(file, index))?.join('\n')).toContain(sentence)
    },
  )
  test.each(passing)('§9.41 %s removes no message: %s', (file) => {
    expect(output.get(file)?.join('\n')).toContain('No message passes by itself')
  })
  test('a ring of modules', () => {
    expect(output.get('apps/server/src/modules/ring/one.ts')?.join('\n')).toContain('no-cycle')
  })
})

test.each(welcome.map(([file, specifier], index) => ({ file, specifier, index: refusal.length + index })))(
  '$file may open $specifier',
  ({ file, index }) => {
    expect(output.get(numberedPath(file, index))).toBeUndefined()
  },
)
