export { createMaintenance, type Maintenance, planMaintenance } from './maintenance.ts'
