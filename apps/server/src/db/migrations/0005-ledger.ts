import { type Kysely, sql } from 'kysely'

/** Money that isn't the card's: account credit and gift vouchers as double entries, refunds, and debits that take days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One account a voucher, and one for each piece of credit, because each has a day of its own on which it ends.
  // `reserved` is promised to payments under way. The two checks are what no bug above can get past.
  `create table ledger_account (
    id uuid primary key, kind text not null check (kind in ('credit', 'gift-voucher')), customer_id uuid references customer,
    code_digest text unique, hint text, expires_on date,
    balance int not null default 0 check (balance >= 0), reserved int not null default 0 check (reserved >= 0 and reserved <= balance),
    created_at timestamptz not null default now(),
    check ((kind = 'credit') = (customer_id is not null)), check ((kind = 'gift-voucher') = (code_digest is not null)))`,
  `create index ledger_account_customer on ledger_account (customer_id) where customer_id is not null`,
  `create index ledger_account_ending on ledger_account (expires_on) where kind = 'credit' and balance > 0`,
  // Never changed, never deleted. Each transfer adds up to nothing: what an account gains, a side of the house gives.
  `create table ledger_entry (
    transfer_id uuid not null, position int not null, account_id uuid references ledger_account,
    house text check (house in ('issued', 'sales', 'returns', 'expired')), amount int not null check (amount <> 0),
    reason text not null check (reason in ('issued', 'spent', 'returned', 'refunded', 'expired')),
    order_id uuid references customer_order, at timestamptz not null default now(),
    primary key (transfer_id, position), check ((account_id is null) <> (house is null)))`,
  `create index ledger_entry_account on ledger_entry (account_id, at) where account_id is not null`,
  `create index ledger_entry_order on ledger_entry (order_id) where order_id is not null`,
  `create table ledger_reservation (
    attempt_id uuid not null references payment_attempt, account_id uuid not null references ledger_account,
    amount int not null check (amount > 0), primary key (attempt_id, account_id))`,
  `create index ledger_reservation_account on ledger_reservation (account_id)`,

  // What a basket is to be paid with besides the card. `seen` is the balance that the visitor was told.
  `create table basket_voucher (
    basket_id uuid not null references basket, account_id uuid not null references ledger_account, seen int not null,
    added_at timestamptz not null default clock_timestamp(), primary key (basket_id, account_id))`,
  `alter table basket add column credit_seen int`,

  // Money on its way back. Its id is the provider's idempotency key.
  `create table refund (
    id uuid primary key, attempt_id uuid not null references payment_attempt, order_id uuid references customer_order,
    amount int not null check (amount > 0), state text not null check (state in ('due', 'made')), actor text not null,
    reason text not null, provider_refund text, created_at timestamptz not null default now(), made_at timestamptz)`,
  `create index refund_attempt on refund (attempt_id)`,
  // Until now the attempt's own id was the key, and the sum stood in the outbox alone.
  `insert into refund (id, attempt_id, amount, state, actor, reason, provider_refund, created_at, made_at)
    select a.id, a.id, (o.payload ->> 'amount')::int, case a.state when 'refunded' then 'made' else 'due' end, 'provider', 'seats-gone',
      a.refund_id, o.created_at, case a.state when 'refunded' then a.settled_at end
    from payment_attempt a join outbox o on o.topic = 'payment.refund' and o.key = a.id::text
    where a.state in ('refund-due', 'refunded') and (o.payload ->> 'amount')::int > 0
    on conflict do nothing`,

  // A debit that is promised and not certain yet: when to ask the provider about it again.
  `alter table payment_attempt add column ask_at timestamptz`,
  `create index payment_attempt_promised on payment_attempt (ask_at) where state = 'confirming'`,

  `drop view invariant_order_unbalanced`,
  `create view invariant_order_unbalanced as
    select o.id from customer_order o left join order_line l on l.order_id = o.id
    group by o.id having o.total <> coalesce(sum(l.amount), 0) or (o.state in ('confirmed', 'returned') and o.paid <> o.total)`,
  `drop view invariant_order_without_money`,
  `create view invariant_order_without_money as
    select o.id from customer_order o join payment_attempt a on a.id = o.attempt_id
    where o.state in ('confirmed', 'returned')
      and (a.state <> 'succeeded' or o.total <> a.amount + coalesce(
        (select sum(e.amount) from ledger_entry e where e.order_id = o.id and e.house = 'sales' and e.reason = 'spent'), 0))`,
  `create view invariant_ledger_unbalanced as
    select transfer_id from ledger_entry group by transfer_id having sum(amount) <> 0`,
  `create view invariant_ledger_balance as
    select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id
    group by a.id having a.balance < 0 or a.balance <> coalesce(sum(e.amount), 0)`,
  `create view invariant_ledger_reserved as
    select a.id from ledger_account a left join ledger_reservation r on r.account_id = a.id
    group by a.id having a.reserved > a.balance or a.reserved <> coalesce(sum(r.amount), 0)`,
  `create view invariant_reservation_without_payment as
    select r.attempt_id from ledger_reservation r join payment_attempt a on a.id = r.attempt_id
    where a.state not in ('created', 'redirected', 'confirming')`,
  `create view invariant_refund_beyond_payment as
    select a.id from payment_attempt a join refund f on f.attempt_id = a.id
    where a.state = 'succeeded' group by a.id having sum(f.amount) > a.amount`,
  `create view invariant_refund_missing as
    select a.id from payment_attempt a left join refund f on f.attempt_id = a.id
    where a.state in ('refund-due', 'refunded') group by a.id having count(f.id) <> 1`,
  `create view invariant_returned_unpaid as
    select o.id from customer_order o
    where o.state = 'returned' and o.total <>
      coalesce((select sum(f.amount) from refund f where f.order_id = o.id), 0)
      + coalesce((select sum(e.amount) from ledger_entry e where e.order_id = o.id and e.account_id is not null and e.reason in ('returned', 'refunded')), 0)`,
  `create view invariant_debit_without_order as
    select a.id from payment_attempt a left join customer_order o on o.attempt_id = a.id
    where (a.state = 'confirming') <> (coalesce(o.state, '') = 'confirming')`,
]
