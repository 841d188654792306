import { sql, type Transaction } from 'kysely'
import { audit, type Database, newId, transact } from '#db'
import { requireCurrentPrices, withCurrentPrices } from '#modules/catalogue'
import { retryClaims } from '#modules/seating'
import { closest } from '#modules/spreadsheet'
import {
  type AgentReturnSummary,
  type AgentSeatState,
  checkAgentReturn,
  enteredKey,
  type ReadAgentReturn,
  type ReturnPerformance,
  seatLabels,
  summaryOfReturn,
} from '@playhouse/domain/agent-return'
import type { RecordValue } from '@playhouse/domain/record'
import type { AgentDeps, ReturnEntry } from './deps.ts'
import { readReturnPlaces, type ReturnPlaces } from './read-return-places.ts'
import { sellLockedSeats, writeAgentOrders } from './write-orders.ts'

type AgentTerms = Pick<RecordValue<'agent'>, 'name' | 'email' | 'commissionBasisPoints'>

/**
 * Sells the seats that an agent reports as sold: all of a file, or none where anything in it is wrong. The lock of each seat becomes its sale
 * in one transaction, so that another buyer never finds the seat free, and a process that ends meanwhile leaves nothing behind. A seat that an
 * earlier file sold under the same reference is not sold again.
 * @returns undefined for an unknown agent
 */
export function enterAgentReturn(deps: AgentDeps, entry: ReturnEntry, file: ReadAgentReturn): Promise<AgentReturnSummary | undefined> {
  return withCurrentPrices(deps.catalogue, async () => {
    const { keys, places } = await readReturnPlaces(deps.catalogue, file)
    return retryClaims(() => transact(deps.db, (trx) => enterOnce(trx, deps, entry, { file, keys, places })))
  })
}

type Places = ReadonlyMap<string, ReturnPlaces>
type Read = { readonly file: ReadAgentReturn; readonly keys: readonly string[]; readonly places: Places }

async function enterOnce(
  trx: Transaction<Database>,
  { brand }: AgentDeps,
  entry: ReturnEntry,
  { file, keys, places }: Read,
): Promise<AgentReturnSummary | undefined> {
  const { agent, isPreview } = entry
  // Two files of an agent at once would each miss what the other enters.
  if (!isPreview) await sql`select pg_advisory_xact_lock(hashtextextended(${`agent return ${agent}`}, 0))`.execute(trx)
  const terms = await readTerms(trx, agent)
  if (!terms) return undefined
  const facts = await readFacts(trx, agent, [...places.keys()], { isLocked: !isPreview })
  const performances = new Map(
    [...places].map(([id, { plan, pricesOf }]): [string, ReturnPerformance] => [
      id,
      { labels: seatLabels(plan), pricesOf, isCancelled: facts.cancelled.has(id), stateOf: (seat) => facts.stateOf(id, seat) },
    ]),
  )
  const basisPoints = terms.commissionBasisPoints
  const checked = checkAgentReturn(file, { keys, performances, entered: facts.entered }, closest)
  const summary = summaryOfReturn(checked, { basisPoints, isPreview })
  if (!summary.isEntered || checked.sales.length === 0) return summary
  const id = newId()
  await trx
    .insertInto('agent_return')
    .values({ id, agent, staff_id: entry.staff, file: entry.fileName, commission_basis_points: basisPoints })
    .execute()
  const customer = await writeCustomer(trx, agent, terms)
  const orders = await writeAgentOrders(trx, { ...entry, id, customer, brand, places }, checked.sales)
  await sellLockedSeats(trx, agent, orders)
  for (const performance of new Set(checked.sales.map((sale) => sale.performance)))
    await requireCurrentPrices(trx, places.get(performance)!.prices)
  await audit(trx, {
    ...{ actor: entry.actor.name, requestId: entry.actor.requestId, subject: 'agent-return', subjectId: id, verb: 'enter' },
    detail: { agent, file: entry.fileName, orders: orders.map(({ number }) => number), gross: summary.gross },
  })
  return summary
}

async function readTerms(trx: Transaction<Database>, agent: string): Promise<AgentTerms | undefined> {
  const record = await trx
    .selectFrom('catalogue_record')
    .select('data')
    .where('kind', '=', 'agent')
    .where('id', '=', agent)
    .forShare()
    .executeTakeFirst()
  return record?.data as AgentTerms | undefined
}

/** The customer of an agent's orders. Without an address of the agent, no mail is sent. */
async function writeCustomer(trx: Transaction<Database>, agent: string, { name, email }: AgentTerms): Promise<string> {
  const person = { first_name: '', last_name: name.slice(0, 50), email: email?.toLowerCase() ?? `${agent}@agent.invalid` }
  const known = await trx.selectFrom('agent_customer').select('customer_id').where('agent', '=', agent).executeTakeFirst()
  if (known) {
    await trx.updateTable('customer').set(person).where('id', '=', known.customer_id).execute()
    return known.customer_id
  }
  const id = newId()
  await trx
    .insertInto('customer')
    .values({ id, ...person, password_hash: null, is_guest: true, marketing_at: null, locked_at: null, reminders: false })
    .execute()
  await trx.insertInto('agent_customer').values({ agent, customer_id: id }).execute()
  return id
}

/** What the database knows of the seats of some performances. Where they are locked, no staff user and no job ends a lock meanwhile. */
async function readFacts(
  trx: Transaction<Database>,
  agent: string,
  performances: readonly string[],
  { isLocked }: { readonly isLocked: boolean },
) {
  const [ids, shared, exclusive] = [[...performances], isLocked ? sql`for share` : sql``, isLocked ? sql`for update` : sql``]
  const states = await sql<{ id: string; sale: string }>`
    select id, sale from performance where id = any(${ids}::text[]) order by id ${shared}`.execute(trx)
  const locks = await sql<{ id: string }>`
    select id from seat_hold where agent = ${agent} and lifted_at is null and performance_id = any(${ids}::text[]) order by id ${exclusive}`.execute(
    trx,
  )
  const claims = await sql<{ performance: string; seat: number; isLocked: boolean }>`
    select performance_id as performance, seat, state = 'blocked' as "isLocked" from seat_claim where performance_id = any(${ids}::text[])
      and (state in ('sold', 'reserved') or state = 'blocked' and order_id = any(${locks.rows.map(({ id }) => id)}::uuid[]))`.execute(trx)
  const released = await sql<{ performance: string; seat: number }>`
    select h.performance_id as performance, seat::int as seat from seat_hold h
      join audit a on a.subject = 'seat-hold' and a.subject_id = h.id::text and a.verb = 'unblock'
      cross join lateral jsonb_array_elements_text(a.detail -> 'seats') as seat
    where h.agent = ${agent} and h.performance_id = any(${ids}::text[])`.execute(trx)
  const entered = await sql<{ performance: string; seat: number; reference: string }>`
    select t.performance_id as performance, t.seat, s.reference from agent_return r join agent_sale s on s.return_id = r.id
      join ticket t on t.order_id = s.order_id
    where r.agent = ${agent} and t.performance_id = any(${ids}::text[])`.execute(trx)
  const stateBySeat = new Map<string, AgentSeatState>()
  const placeOf = (performance: string, seat: number): string => `${performance} ${seat}`
  for (const { performance, seat } of released.rows) stateBySeat.set(placeOf(performance, seat), 'released')
  for (const { performance, seat, isLocked: isOwn } of claims.rows) stateBySeat.set(placeOf(performance, seat), isOwn ? 'locked' : 'sold')
  return {
    cancelled: new Set(states.rows.filter(({ sale }) => sale === 'cancelled').map(({ id }) => id)),
    entered: new Set(entered.rows.map(({ performance, seat, reference }) => enteredKey(performance, seat, reference))),
    stateOf: (performance: string, seat: number): AgentSeatState => stateBySeat.get(placeOf(performance, seat)) ?? 'other',
  }
}
