import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, createBatcher, type Database, newId, transact } from '#db'
import type { OfferedItem } from '@playhouse/domain/item-offer'
import { storedName } from '@playhouse/domain/stored-detail'
import type { Problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { holdPieces } from '#modules/product'
import { type Actor, type BasketRow, lockBaskets } from './basket-row.ts'
import { type BasketDeps, findEditProblem } from './edit-basket.ts'
import { type NewItem, networkOf, validateNewItem } from './new-item.ts'

/** Pieces of a product, as offered, for a basket. */
type ProductRequest = { readonly deps: BasketDeps; readonly id: string; readonly actor: Actor; readonly offer: OfferedItem }
type AddedItem = { readonly kind: OfferedItem['kind']; readonly amount: number | null }
type ProductResult = Result<AddedItem, Problem>
type ValidRequest = ProductRequest & { readonly basket: BasketRow; readonly item: NewItem }

/** Concurrent transactions of one process: while one is written to disk, the next is prepared. */
const concurrency = 2
/** Requests of one transaction. In a bigger batch the first request would wait longer. */
const maxBatchSize = 64
/** Queued requests: more than a process can serve within a request's wait budget. */
const maxWaiting = 4_000

type Batcher = (request: ProductRequest) => Promise<ProductResult | undefined>
const batchers = new WeakMap<Kysely<Database>, Batcher>()

/**
 * Adds pieces of a product to a basket. Requests that arrive at the same time share one transaction, so that buyers of one stock do not
 * wait for each other's commit. Each gets the result that it would get alone.
 */
export async function addProduct(request: ProductRequest): Promise<ProductResult> {
  const { db } = request.deps
  const addBatched = batchers.get(db) ?? createProductBatcher(db)
  const addAlone = async (): Promise<ProductResult> => (await transact(db, (trx) => addProducts(trx, [request])))[0]!
  return (await addBatched(request)) ?? addAlone()
}

function createProductBatcher(db: Kysely<Database>): Batcher {
  const add = createBatcher(
    (requests: readonly ProductRequest[]) => transact(db, (trx) => addProducts(trx, requests), { attempts: requests.length > 1 ? 1 : 7 }),
    { concurrency, maxBatchSize, maxWaiting, conflictKeys: ({ id }) => [id] },
  )
  batchers.set(db, add)
  return add
}

/**
 * Adds products to different baskets in one transaction. The result is undefined for a request of several whose basket is locked by
 * another transaction, or has lapsed: process it alone.
 */
async function addProducts(trx: Transaction<Database>, requests: readonly ProductRequest[]): Promise<(ProductResult | undefined)[]> {
  const isAlone = requests.length === 1
  const rows = await lockBaskets(
    trx,
    requests.map(({ id }) => id),
    isAlone,
  )
  const baskets = new Map(rows.map((row) => [row.id, row]))
  const validations = await Promise.all(
    requests.map(async (request): Promise<Result<ValidRequest, Problem> | undefined> => {
      const basket = baskets.get(request.id)
      if (!basket && isAlone) throw new Error(`there is no basket ${request.id}`)
      // The end of a hold locks seats: several in one transaction could deadlock.
      if (!basket || (basket.lapsedNow && !isAlone)) return undefined
      const barred = await findEditProblem(trx, basket, request.actor)
      if (barred) return fail(barred)
      const item = await validateNewItem(trx, request.deps, basket, request.offer)
      return item.ok ? ok({ ...request, basket, item: item.value }) : item
    }),
  )
  const validRequests = validations.flatMap((validation) => (validation?.ok ? [validation.value] : []))
  const holds = await holdPieces(trx, validRequests.map(piecesOf))
  const holdOf = new Map(validRequests.map(({ id }, nth) => [id, holds[nth]!]))
  await writeBaskets(
    trx,
    validRequests.filter(({ id }) => holdOf.get(id)!.ok),
  )
  return validations.map((validation): ProductResult | undefined => {
    if (!validation?.ok) return validation
    const hold = holdOf.get(validation.value.id)!
    return hold.ok ? ok(addedItemOf(validation.value)) : hold
  })
}

const piecesOf = ({ id, actor, basket, item: { offer, priced, replaced } }: ValidRequest) => {
  if (offer.product === null) throw new Error('product without its key')
  return {
    ...{ basket: id, product: offer.product, quantity: offer.quantity, name: storedName(offer.detail) ?? '' },
    network: networkOf(basket, actor),
    isVerified: actor.isVerified,
    item: { id: replaced?.id ?? newId(), performance: offer.performance ?? null, amount: priced.amount, detail: priced.detail },
  }
}

const addedItemOf = ({ item: { offer, priced } }: ValidRequest): AddedItem => ({ kind: offer.kind, amount: priced.amount })

/** Starts the deadlines of baskets that got pieces, where none runs yet, as `startClock` and `editBasket` do for one basket. */
async function writeBaskets(trx: Transaction<Database>, requests: readonly ValidRequest[]): Promise<void> {
  if (requests.length === 0) return
  const limits = requests.map(({ deps }) => deps.brand.limits)
  await Promise.all([
    sql`
      update basket set deadline = coalesce(deadline, now() + make_interval(secs => held.seconds)), network = held.network,
        kept_until = now() + make_interval(days => held.days), version = version + 1, last_payment = null, held_memberships = '{}',
        lapsed_items = '[]'
      from unnest(
        ${requests.map(({ id }) => id)}::uuid[], ${requests.map(({ basket, actor }) => networkOf(basket, actor) ?? null)}::text[],
        ${limits.map(({ holdSeconds }) => holdSeconds)}::float8[], ${limits.map(({ basketDays }) => basketDays)}::int[])
        as held (id, network, seconds, days)
      where basket.id = held.id`.execute(trx),
    audit(
      trx,
      ...requests.map((request) => ({
        ...{ actor: request.actor.name, requestId: request.actor.requestId, subject: 'basket', subjectId: request.id, verb: 'add-item' },
        ...{ from: 'open', to: 'open', detail: addedItemOf(request) },
      })),
    ),
  ])
}
