export { checkMovingIn, hasAddress, type KnownAccount, type KnownShop, maskCode } from './check-moving-in.ts'
export { type KnownPerformance, seatKey } from './check-seats.ts'
export {
  type MovedRow,
  type MovedRows,
  type MovingInFault,
  movingInFaults,
  type MovingInProblem,
  readMovingIn,
  type ReadMovingIn,
  writeMovingIn,
} from './moving-in-file.ts'
export {
  isReconciled,
  type KeptRow,
  keptReasons,
  type MovingInReport,
  type MovingInSummary,
  movingInSummarySchema,
  type Reconciliation,
  type SheetCount,
  summaryOfMovingIn,
} from './report.ts'
export {
  type MovedCredit,
  type MovedCustomer,
  type MovedMembership,
  type MovedOrder,
  type MovedPermission,
  type MovedSeat,
  type MovedSheet,
  movedSheetNames,
  type MovedThings,
  type MovedVoucher,
} from './sheets.ts'
