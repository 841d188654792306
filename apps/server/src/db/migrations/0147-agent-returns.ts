import { type Kysely, sql } from 'kysely'

/** The return files of agents, and the orders that they made. An agent is a customer who pays on account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table agent_customer (agent text primary key, customer_id uuid not null unique references customer)`,
  `create table agent_return (
    id uuid primary key, agent text not null, staff_id uuid not null references staff, file text not null,
    commission_basis_points int not null check (commission_basis_points between 0 and 10000), entered_at timestamptz not null default now())`,
  `create index agent_return_of_agent on agent_return (agent, entered_at)`,
  `create index agent_return_staff on agent_return (staff_id)`,
  `create table agent_sale (
    order_id uuid primary key references customer_order, return_id uuid not null references agent_return, reference text not null)`,
  `create index agent_sale_return on agent_sale (return_id)`,
]
