export { queuePerformanceReminders } from './queue-reminders.ts'
