export { beginEnrolment, checkSecondFactor, confirmEnrolment, giveAuthenticator, isEnrolled } from './second-factor.ts'
export {
  beginShift,
  endShift,
  proveShift,
  putOnCounter,
  resumeShift,
  serveCustomer,
  type Shift,
  shiftIdleSeconds,
  sweepShifts,
} from './staff-session.ts'
export { checkStaffPassword } from './sign-in.ts'
export { addStaff, dismissStaff, listStaff, newStaffPassword, resetStaff, staffActor, type StaffRow } from './staff-row.ts'
export { createVault, type Vault } from './vault.ts'
