import { sql } from 'kysely'
import { type AgentSaleOrder, maxAgentSales } from '@playhouse/api-client/contract'
import { agentDueDay, agentOrderTotals } from '@playhouse/domain/agent-return'
import { money } from '@playhouse/domain/money'
import type { Brand } from '@playhouse/domain/brand'
import type { AgentDeps } from './deps.ts'

type Row = {
  readonly order: string
  readonly reference: string
  readonly enteredOn: string
  readonly basisPoints: number
  readonly performance: string
  readonly tickets: readonly { readonly price: number; readonly isReturned: boolean }[]
}
/** Days of the theatre, ISO dates, both included. */
type Days = { readonly from?: string | undefined; readonly until?: string | undefined }
type SaleDeps = Pick<AgentDeps, 'db' | 'catalogue'> & { readonly brand: Pick<Brand, 'timeZone'> }

/**
 * Lists the orders of an agent, of return files that were entered on these days, the newest first.
 * @returns undefined where there is no such agent
 */
export async function listAgentSales(
  { db, catalogue, brand }: SaleDeps,
  agent: string,
  { from, until }: Days,
): Promise<{ readonly sales: AgentSaleOrder[]; readonly hasMore: boolean } | undefined> {
  const record = await db
    .selectFrom('catalogue_record')
    .select('data')
    .where('kind', '=', 'agent')
    .where('id', '=', agent)
    .executeTakeFirst()
  if (!record) return undefined
  const { paymentDays } = record.data as { readonly paymentDays: number }
  const enteredOn = sql`(r.entered_at at time zone ${brand.timeZone})::date`
  const { rows } = await sql<Row>`
    select o.number as "order", s.reference, ${enteredOn}::text as "enteredOn", r.commission_basis_points as "basisPoints",
      min(t.performance_id) as performance, json_agg(json_build_object('price', t.price, 'isReturned', t.returned_at is not null)) as tickets
    from agent_return r join agent_sale s on s.return_id = r.id join customer_order o on o.id = s.order_id join ticket t on t.order_id = o.id
    where r.agent = ${agent} and ${enteredOn} between coalesce(${from ?? null}::date, '-infinity') and coalesce(${until ?? null}::date, 'infinity')
    group by o.number, s.reference, r.id order by r.entered_at desc, o.number limit ${maxAgentSales + 1}`.execute(db)
  const listed = rows.slice(0, maxAgentSales)
  const ids = [...new Set(listed.map(({ performance }) => performance))]
  const performances = new Map(await Promise.all(ids.map(async (id) => [id, (await catalogue.performanceDetails(id))!] as const)))
  const sales = listed.map(({ order, reference, enteredOn: day, basisPoints, performance, tickets }): AgentSaleOrder => {
    const { production, startsAt, timeZone } = performances.get(performance)!
    const sold = tickets.map(({ price, isReturned }) => ({ price: money(price), isReturned }))
    return {
      ...{ order, reference, enteredOn: day, dueOn: agentDueDay(day, paymentDays) },
      performance: { instance: performance, title: production.title, startsAt: new Date(startsAt).toISOString(), timeZone },
      ...agentOrderTotals(sold, basisPoints),
    }
  })
  return { sales, hasMore: rows.length > maxAgentSales }
}
