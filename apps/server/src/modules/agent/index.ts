export { enterAgentReturn } from './enter-return.ts'
export { listAgentSales } from './list-sales.ts'
