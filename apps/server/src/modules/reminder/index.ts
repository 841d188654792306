export { queuePerformanceReminders } from './remind.ts'
