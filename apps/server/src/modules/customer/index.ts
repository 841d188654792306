export { readAddressee } from './addressee.ts'
export { changeDetails, type DetailsChange, readDetails } from './details.ts'
export { askForEmail, confirmEmail, emailChangeMinutes, openEmailChange, sweepEmailChanges } from './email-change.ts'
export { walkIn } from './walk-in.ts'
