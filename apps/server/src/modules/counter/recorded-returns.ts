import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type Money, money, subtract, zero } from '@playhouse/domain/money'
import { type RecordedReturn, refundDestinations, type RefundDestination, type ReturnedKind } from '@playhouse/domain/refunds-by-kind'
import type { Period } from './tendered-sales.ts'

type Row = { readonly verb: string; readonly detail: Detail }
type Detail = Readonly<Partial<Record<RefundDestination, number>>> & {
  readonly total: number
  /** Absent in records of older versions. */
  readonly kinds?: readonly ReturnedKind[]
  readonly seats?: readonly number[]
  readonly items?: readonly { readonly kind: ReturnedKind['kind']; readonly amount: number }[]
}

/** Verbs of the audit under which staff return parts of an order. */
const returnVerbs = ['return-tickets', 'return-items', 'exchange', 'close']

/** Reads what staff returned in a period from the audit, with the kinds and the destinations of each return. */
export async function readRecordedReturns(db: Kysely<Database>, { from, to, staffId }: Period): Promise<RecordedReturn[]> {
  const { rows } = await sql<Row>`
    select verb, detail from audit
    where actor like 'staff %' and at >= ${from} and at < ${to} and subject = 'order' and verb = any(${returnVerbs}) and detail ? 'total'
      and (${staffId ?? null}::text is null or substr(actor, 7) = ${staffId ?? null}::text)
    order by at, id`.execute(db)
  return rows.map(({ verb, detail }) => ({ kinds: kindsOf(detail), destinations: destinationsOf(verb, detail) }))
}

/** The kinds of a return. A record without them counts as what it names first. */
function kindsOf({ kinds, total, seats, items = [] }: Detail): readonly ReturnedKind[] {
  return kinds ?? [{ kind: seats ? 'ticket' : (items[0]?.kind ?? 'ticket'), count: seats?.length ?? items.length, amount: money(total) }]
}

/** Where the value went. What of an exchange went nowhere else has paid for the new tickets. */
function destinationsOf(verb: string, detail: Detail): RecordedReturn['destinations'] {
  const sums = refundDestinations.map((to): [RefundDestination, Money] => [to, money(detail[to] ?? 0)])
  const paidNew = sums.reduce((rest, [, amount]) => subtract(rest, amount), money(detail.total))
  return { ...Object.fromEntries(sums), exchange: verb === 'exchange' ? paidNew : zero }
}
