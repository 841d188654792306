import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CardBehaviour } from './card.ts'
import type { Mandate } from './mandate.ts'
import { type KeptCard, type Session, wakesAt } from './session.ts'

/** A callback to deliver; `due` in epoch milliseconds, undefined once it was delivered or abandoned. */
export type Callback = {
  readonly eventId: string
  readonly sessionId: string
  readonly url: string
  readonly body: string
  readonly due: number | undefined
  readonly tries: number
  /** Number of deliveries, even if the first succeeds. */
  readonly copies: number
}
export type Refund = { readonly key: string; readonly refundId: string; readonly sessionId: string; readonly amount: number }

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists session (id text primary key, attempt text not null unique, wakes_at integer, body text not null);
  create index if not exists session_wakes on session (wakes_at) where wakes_at is not null;
  create table if not exists refund (key text primary key, id text not null, session text not null, amount integer not null);
  create table if not exists card (token text primary key, body text not null);
  create table if not exists customer (id text primary key, reference text not null unique);
  create table if not exists mandate (id text primary key, mandate text not null unique, body text not null);
  create table if not exists callback (
    event text primary key, session text not null, url text not null, body text not null,
    due integer, tries integer not null default 0, copies integer not null default 1);
  create index if not exists callback_due on callback (due) where due is not null;
`

/** A saved card and its behaviour. Its number is not stored. */
export type CardOnFile = KeptCard & { readonly behaviour: CardBehaviour; readonly customerId?: string }

/** The state of the sandbox. It is on disk before a reply is sent, so SIGKILL at any moment loses nothing that was acknowledged. */
export class Ledger {
  readonly #db: DatabaseSync

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#db = new DatabaseSync(join(folder, 'ledger.sqlite'))
    this.#db.exec(schema)
  }

  /** Runs `work` in one transaction. */
  transact<Value>(work: () => Value): Value {
    this.#db.exec('begin immediate')
    try {
      const value = work()
      this.#db.exec('commit')
      return value
    } catch (error) {
      this.#db.exec('rollback')
      throw error
    }
  }

  findSession(id: string): Session | undefined {
    return readSession(this.#db.prepare('select body from session where id = ?').get(id))
  }

  findSessionOfAttempt(attemptId: string): Session | undefined {
    return readSession(this.#db.prepare('select body from session where attempt = ?').get(attemptId))
  }

  sessionsToWake(now: number): Session[] {
    const rows = this.#db.prepare('select body from session where wakes_at <= ? order by wakes_at limit 500').all(now)
    return rows.flatMap((row) => readSession(row) ?? [])
  }

  /** @param after `next` of the previous page */
  paidSessions(since: number, after: number): { sessions: Session[]; next: number | undefined } {
    const rows = this.#db
      .prepare(
        `select rowid as position, body from session where rowid > ?
         and json_extract(body, '$.status') = 'succeeded' and json_extract(body, '$.createdAt') >= ? order by rowid limit 100`,
      )
      .all(after, since)
    return {
      sessions: rows.flatMap((row) => readSession(row) ?? []),
      next: rows.length < 100 ? undefined : Number(rows.at(-1)!['position']),
    }
  }

  keepSession(session: Session): void {
    this.#db
      .prepare(
        'insert into session (id, attempt, wakes_at, body) values (?, ?, ?, ?) on conflict (id) do update set wakes_at = excluded.wakes_at, body = excluded.body',
      )
      .run(session.id, session.attemptId, wakesAt(session) ?? null, JSON.stringify(session))
  }

  findRefund(key: string): Refund | undefined {
    const row = this.#db.prepare('select * from refund where key = ?').get(key)
    return row && { key, refundId: String(row['id']), sessionId: String(row['session']), amount: Number(row['amount']) }
  }

  refundsOf(sessionId: string): Refund[] {
    return this.#db
      .prepare('select * from refund where session = ?')
      .all(sessionId)
      .map(({ key, id, amount }) => ({ key: String(key), refundId: String(id), sessionId, amount: Number(amount) }))
  }

  keepRefund({ key, refundId, sessionId, amount }: Refund): void {
    this.#db.prepare('insert into refund (key, id, session, amount) values (?, ?, ?, ?)').run(key, refundId, sessionId, amount)
  }

  findCard(token: string): CardOnFile | undefined {
    const row = this.#db.prepare('select body from card where token = ?').get(token)
    return row && (JSON.parse(String(row['body'])) as CardOnFile)
  }

  keepCard(card: CardOnFile): void {
    this.#db.prepare('insert into card (token, body) values (?, ?)').run(card.token, JSON.stringify(card))
  }

  forgetCard(token: string): void {
    this.#db.prepare('delete from card where token = ?').run(token)
  }

  /** @returns the id of the customer with the merchant's reference, which is `id` for a new one */
  keepCustomer(reference: string, id: string): string {
    this.#db.prepare('insert into customer (id, reference) values (?, ?) on conflict (reference) do nothing').run(id, reference)
    return String(this.#db.prepare('select id from customer where reference = ?').get(reference)!['id'])
  }

  forgetCustomer(id: string): void {
    this.#db.prepare('delete from customer where id = ?').run(id)
    this.#db.prepare("delete from card where json_extract(body, '$.customerId') = ?").run(id)
  }

  findMandate(id: string): Mandate | undefined {
    return readMandate(this.#db.prepare('select body from mandate where id = ?').get(id))
  }

  findMandateOf(mandateId: string): Mandate | undefined {
    return readMandate(this.#db.prepare('select body from mandate where mandate = ?').get(mandateId))
  }

  keepMandate(mandate: Mandate): void {
    this.#db
      .prepare('insert into mandate (id, mandate, body) values (?, ?, ?) on conflict (id) do update set body = excluded.body')
      .run(mandate.id, mandate.mandateId, JSON.stringify(mandate))
  }

  keepCallback({ eventId, sessionId, url, body, due, tries, copies }: Callback): void {
    this.#db
      .prepare('insert into callback (event, session, url, body, due, tries, copies) values (?, ?, ?, ?, ?, ?, ?)')
      .run(eventId, sessionId, url, body, due ?? null, tries, copies)
  }

  callbacksDue(now: number): Callback[] {
    return this.#db.prepare('select * from callback where due <= ? order by due limit 50').all(now).map(readCallback)
  }

  noteDelivery(eventId: string, tries: number, due: number | undefined): void {
    this.#db.prepare('update callback set tries = ?, due = ? where event = ?').run(tries, due ?? null, eventId)
  }

  close(): void {
    this.#db.close()
  }
}

type Row = Record<string, unknown>
const readMandate = (row: Row | undefined): Mandate | undefined => row && (JSON.parse(String(row['body'])) as Mandate)
const readSession = (row: Row | undefined): Session | undefined => row && (JSON.parse(String(row['body'])) as Session)
const readCallback = (row: Row): Callback => ({
  eventId: String(row['event']),
  sessionId: String(row['session']),
  url: String(row['url']),
  body: String(row['body']),
  due: row['due'] === null ? undefined : Number(row['due']),
  tries: Number(row['tries']),
  copies: Number(row['copies']),
})
