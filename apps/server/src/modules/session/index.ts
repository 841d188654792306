export {
  beginVisit,
  type CustomerRow,
  endVisit,
  forgetWho,
  giveBasket,
  hasMovedOn,
  keepBaskets,
  newVisit,
  resumeVisit,
  sessionKeyOf,
  sweepVisits,
  type Visit,
} from './session.ts'
