export { readPass } from './read-pass.ts'
export { createSelfSigned } from './self-made.ts'
