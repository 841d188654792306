export { type CallingToken, createToken, findToken, listTokens, revokeToken, tokenActor } from './api-token.ts'
export { beginEnrolment, checkSecondFactor, confirmEnrolment, setAuthenticator, isEnrolled } from './second-factor.ts'
export {
  beginStaffSession,
  endStaffSession,
  verifyStaffSession,
  setCounterBasket,
  refreshSecondFactor,
  resumeStaffSession,
  sessionOfToken,
  setCurrentCustomer,
  type StaffSession,
  sweepStaffSessions,
} from './staff-session.ts'
export { addStaffAccount, dismissAccount, editStaffAccount, listStaffAccounts, resetAccount, type StaffManager } from './staff-account.ts'
export { checkStaffPassword } from './sign-in.ts'
export {
  addStaff,
  changeStaffRole,
  deactivateStaff,
  listStaff,
  newStaffPassword,
  resetStaffAccount,
  staffActor,
  type StaffRow,
} from './staff-row.ts'
export { createSecretVault, type SecretVault } from './vault.ts'
