export { createSandboxTerminal } from './sandbox.ts'
