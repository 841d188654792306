export { requestTo, submit } from './payer.ts'
export { CallbackInbox, freePort, SandboxProcess } from './sandbox-process.ts'
