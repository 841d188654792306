import type { CreatedAt } from './column.ts'

/** The customer that an agent is in its orders. */
type AgentCustomerTable = { agent: string; customer_id: string }
/** A return file that was entered. */
type AgentReturnTable = {
  id: string
  agent: string
  staff_id: string
  /** The name of the file. */
  file: string
  /** The agent's commission at that time. */
  commission_basis_points: number
  entered_at: CreatedAt
}
/** An order that a return file made, with the number of the sale at the agent: empty without one. */
type AgentSaleTable = { order_id: string; return_id: string; reference: string }

/** The tables of agents' sales. */
export interface AgentTables {
  agent_customer: AgentCustomerTable
  agent_return: AgentReturnTable
  agent_sale: AgentSaleTable
}
