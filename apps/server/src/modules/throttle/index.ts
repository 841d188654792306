export { createThrottle, type Throttle } from './throttle.ts'
