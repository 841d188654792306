export { agentDueDay, agentOrderTotals, agentSums, type AgentTotals, agentTotals, commissionOf } from './agent-terms.ts'
export {
  type AgentSale,
  type AgentSeatState,
  checkAgentReturn,
  type CheckedReturn,
  enteredKey,
  groupAgentSales,
  type KnownReturn,
  type ListedPrice,
  type ReturnPerformance,
} from './check-return.ts'
export { type AgentReturnFault, type ReadAgentReturn, readAgentReturn, returnColumns } from './return-file.ts'
export { seatLabels } from './seat-labels.ts'
export { agentReturnSchema, type AgentReturnSummary, summaryOfReturn } from './summary.ts'
