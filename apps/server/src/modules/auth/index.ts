export { checkLogin, primaryAddress, register } from './auth.ts'
export { askForReset, openReset, redeemReset, resetMinutes, sweepResets } from './reset-password.ts'
