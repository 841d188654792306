export { readPass } from './read-pass.ts'
export { createSelfSigned } from './self-signed.ts'
