export { createWatchman, readBroken, type Watchman } from './invariant.ts'
