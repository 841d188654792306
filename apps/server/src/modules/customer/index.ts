export { readAddressee } from './addressee.ts'
export { changeDetails, type DetailsChange, readDetails } from './details.ts'
export { requestEmailChange, confirmEmailChange, emailChangeMinutes, createEmailChangeLink, sweepEmailChanges } from './email-change.ts'
export { walkInCustomerId } from './walk-in.ts'
