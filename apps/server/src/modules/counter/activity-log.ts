import { sql } from 'kysely'
import type { BookEntry } from '@playhouse/api-client/contract'
import type { BasketDeps } from '#modules/basket'
import { money } from '@playhouse/domain/money'
import { placeName } from '@playhouse/domain/plan'
import type { CounterPerformance } from './hold.ts'

/** Entries per request. */
const maxEntries = 200

type Row = {
  readonly id: string
  readonly at: Date
  readonly who: string
  readonly verb: string
  readonly detail: {
    readonly seats?: readonly number[]
    readonly order?: string
    readonly number?: string
    readonly total?: number
  } | null
  readonly sold: readonly number[] | null
  readonly reason: string | null
}

/**
 * Reads what staff did with a performance from the audit, newest first. An order is audited without its performances; they are
 * derived from its tickets. A payment that the customer made by a link is the verb `pay-by-link` of the staff user who sent the link.
 */
export async function readActivityLog(
  { db }: Pick<BasketDeps, 'db'>,
  { performanceDetails, plan }: CounterPerformance,
): Promise<BookEntry[]> {
  const { rows } = await sql<Row>`
    select a.id, a.at, s.name as who, a.verb, a.detail, a.sold, coalesce(r.note, a.detail ->> 'reason') as reason from (
      select id, at, actor, verb, detail, null::int[] as sold, subject, subject_id from audit
      where actor like 'staff %' and detail ->> 'performance' = ${performanceDetails.id}
      union all
      select a.id, a.at, 'staff ' || o.staff_id::text,
        case when exists (select from counter_payment p where p.attempt_id = o.attempt_id) then 'sell' else 'pay-by-link' end,
        a.detail, t.seats, a.subject, a.subject_id
      from (select order_id, array_agg(seat order by seat) as seats from ticket where performance_id = ${performanceDetails.id} group by order_id) t
      join customer_order o on o.id = t.order_id and o.channel = 'box-office'
      join audit a on a.subject = 'order' and a.subject_id = o.id::text and a.verb = 'confirm'
    ) a join staff s on 'staff ' || s.id::text = a.actor
    left join reservation r on a.subject = 'reservation' and r.id::text = a.subject_id
    order by a.at desc, a.id desc limit ${maxEntries}`.execute(db)
  const nameOf = (seat: number): string => {
    const { area, row, number } = placeName(plan, seat)
    return `${area} ${row}${number}`.trim()
  }
  return rows.map(({ id, at, who, verb, detail, sold, reason }) => ({
    id,
    at: at.toISOString(),
    who,
    verb,
    seats: (sold ?? detail?.seats ?? []).map(nameOf),
    order: detail?.number ?? detail?.order ?? null,
    amount: detail?.total === undefined ? null : money(detail.total),
    reason: reason || null,
  }))
}
