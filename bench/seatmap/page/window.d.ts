import type { KeyBench } from './keys.ts'
import type { Bench } from './main.ts'

declare global {
  const bench: Bench
  const keyBench: KeyBench
}
