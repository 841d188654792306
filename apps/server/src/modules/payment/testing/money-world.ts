import type { Kysely } from 'kysely'
import { announcePromo } from '#modules/promo'
import { giveCredit } from '#modules/credit'
import { addItem, openBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import type { PaymentDeps } from '../index.ts'
import { createSecretVault } from '#modules/staff'
import { issueVoucher } from '#modules/voucher'
import { type Database, openDatabase, transact, WaitBudget, withBudget } from '#db'
import { customerOf, openTestTheatre, type TestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { openManualProvider } from './buyer.ts'
import { billing, selling, voucherOfOne } from './item-buyer.ts'
import { seedFlexSubscriptions } from '#modules/subscription'
import { DatabaseProxy } from '#db/testing'

export const actor = { name: 'guest' }
export const promo = 'QUARTER'
export const codes = ['GIFT-OTHELLO', 'GIFT-MACBETH'] as const
/** Minor units that visitors can spend at the start: on each voucher, and as credit of each customer. */
export const [voucherValue, creditValue] = [60_00, 35_00]
export const codeVault = createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code')

/** A server process: its own connections to the database, which a crash breaks permanently. */
type ShopProcess = { readonly proxy: DatabaseProxy; readonly db: Kysely<Database>; readonly shop: PaymentDeps & TestTheatre }
type Customer = Awaited<ReturnType<typeof customerOf>>

/** A theatre with customers and baskets, whose process can crash. */
export type World = ReturnType<typeof openManualProvider> & {
  readonly theatre: TestTheatre
  /** Reads the database past the process: it is never cut. */
  readonly db: Kysely<Database>
  readonly people: readonly Customer[]
  readonly baskets: { readonly basket: string; readonly customer: Customer }[]
  /** The dependencies of the process that runs now. */
  readonly shop: PaymentDeps & TestTheatre
  /** Runs a step, and kills the process in it where a crash is given and the step lasts that long. */
  readonly run: (step: Step, crash: Crash | null) => Promise<void>
  readonly countCrashes: () => number
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
export type Step = (world: World) => Promise<unknown>
/** A crash before the nth message to the database is sent, or before its answer arrives. */
export type Crash = { readonly message: number; readonly moment: 'before' | 'after' }

/** Milliseconds for which a killed step retries to reach the database. */
const dyingMs = 200
const anyMessage = /^/

/** Opens a theatre with two customers and a guest, vouchers, credit, a promo code and four baskets with a seat each. */
export async function openWorld(): Promise<World> {
  const resources = new AsyncDisposableStack()
  const theatre = resources.use(await openTestTheatre(selling))
  const manual = openManualProvider(theatre)
  const startProcess = async (): Promise<ShopProcess> => {
    const proxy = resources.adopt(new DatabaseProxy(theatre.database.address), (one) => one.close())
    const db = resources.adopt(openDatabase({ url: await proxy.listen() }), (one) => one.destroy())
    return { proxy, db, shop: { ...theatre, ...manual.shop, db } }
  }
  let process = await startProcess()
  let crashes = 0
  const dying: Promise<unknown>[] = []
  resources.defer(async () => void (await Promise.all(dying)))

  const run: World['run'] = async (step, crash) => {
    if (!crash) return void (await step(world))
    const { proxy } = process
    const { promise: killed, resolve } = Promise.withResolvers<'killed'>()
    const words = Array.from({ length: crash.message }, () => anyMessage)
    proxy[crash.moment](words, () => {
      proxy.cut()
      resolve('killed')
    })
    const work = withBudget(new WaitBudget(dyingMs), () => step(world))
    dying.push(work.catch(() => {}))
    if ((await Promise.race([killed, work.then(() => 'done')])) === 'done') return proxy.repair()
    crashes += 1
    process = await startProcess()
  }
  await seedFlexSubscriptions(theatre.db, [voucherOfOne])
  const people = [await customerOf(theatre), await customerOf(theatre)]
  for (const { id } of people) await give(theatre, id)
  const guest = await customerOf(theatre)
  await theatre.db.updateTable('customer').set({ is_guest: true }).where('id', '=', guest.id).execute()
  const discount = { kind: 'percent', percent: 25 } as const
  const rule = { discount, opensPriority: false, opensPriceTypes: [] }
  await announcePromo(theatre.db, { code: promo, name: 'A quarter off', rule }, actor)
  for (const code of codes) await issueVoucher(theatre.db, { amount: money(voucherValue), code }, actor)

  const world: World = {
    ...manual,
    theatre,
    db: theatre.db,
    people: [...people, { ...guest, is_guest: true }],
    baskets: [],
    get shop() {
      return process.shop
    },
    run,
    countCrashes: () => crashes,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
  for (let nth = 0; nth < 4; nth++) await openCheckout(world, nth, 'seat')
  return world
}

const give = ({ db }: TestTheatre, customer: string) =>
  transact(db, (trx) => giveCredit(trx, { customer, amount: money(creditValue), months: 6, from: 'issued' }, actor))

/** Opens a basket with a complete checkout, with a seat or an item. */
export async function openCheckout(
  { theatre, people, baskets }: World,
  nth: number,
  content: 'seat' | Parameters<typeof addItem>[3],
): Promise<void> {
  const customer = people[nth % people.length]!
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  // Each basket has its own seat: the hall has four rows of ten, and the last one is sold.
  const seat = `stalls.${'ABCD'[baskets.length % 4]}.${Math.floor(baskets.length / 4) + 1}`
  if (content === 'seat') await addTickets(theatre, basket, actor, 'tonight', [{ seat, priceType: 'full' }])
  else await addItem(theatre, basket, actor, content)
  await setBilling(theatre, basket, actor, billing)
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  baskets.push({ basket, customer })
}
