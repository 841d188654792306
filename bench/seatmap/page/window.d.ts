import type { Bench } from './main.ts'

declare global {
  const bench: Bench
}
