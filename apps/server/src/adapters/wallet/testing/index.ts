export { readPass } from './read-pass.ts'
export { selfMade } from './self-made.ts'
