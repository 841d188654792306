export { submit } from './payer.ts'
export { freePort, SandboxProcess } from './sandbox-process.ts'
