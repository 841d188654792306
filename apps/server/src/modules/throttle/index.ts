export type { BotCheck } from './bot-check.ts'
export { createThrottle, type Throttle } from './throttle.ts'
